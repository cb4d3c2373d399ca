import { t } from "../words/words";
export function WorkView() { return <div class="page"><h1>{t("nav.work")}</h1></div>; }
