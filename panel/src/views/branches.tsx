import { t } from "../words/words";
export function BranchesView() { return <div class="page"><h1>{t("nav.branches")}</h1></div>; }
