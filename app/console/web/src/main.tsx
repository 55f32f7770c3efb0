import "./style.css";
import { render } from "preact";
import { session, look } from "./session";
import { SignIn } from "./signin";
import { Shell } from "./shell";
import { Toast } from "./ui";
import "./theme";

function App() {
  const now = session.value;
  if (!now) return <main class="splash" aria-busy="true"><span class="spinner" aria-hidden="true" /><span class="hidden" role="status">Loading</span></main>;
  return <>{now.signed_in ? <Shell /> : <SignIn />}<Toast /></>;
}

render(<App />, document.getElementById("app")!);
void look();
