import { t } from "../words/words";
export function ContextView() { return <div class="page"><h1>{t("nav.context")}</h1></div>; }
