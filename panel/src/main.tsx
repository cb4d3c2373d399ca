// The panel begins here.
import { render } from "preact";
import { App } from "./shell";
import { keepUp } from "./state";
import "./styles/tokens.css";
import "./styles/panel.css";
import "./styles/more.css";
import "./styles/graph.css";
import "./styles/narrow.css";

history.scrollRestoration = "manual";
keepUp();
render(<App />, document.getElementById("app") as HTMLElement);
