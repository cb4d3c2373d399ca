import { t } from "../words/words";
export function GraphView() { return <div class="page"><h1>{t("nav.graph")}</h1></div>; }
