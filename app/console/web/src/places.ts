import type { FunctionComponent } from "preact";
import type { IconName } from "./icons";

/** A view of the console; its code is loaded when it is first opened. */
export interface Place {
  path: string;
  name: string;
  icon: IconName;
  group: "Make" | "Deliver" | "Govern" | "Workspace";
  scope?: string;
  words: string;
  load: () => Promise<{ default: FunctionComponent<{ rest: string }> }>;
}

export const places: Place[] = [
  { path: "/playground", name: "Playground", icon: "play", group: "Make", scope: "render:write", words: "editor html css preview render share", load: () => import("./views/playground") },
  { path: "/templates", name: "Templates", icon: "template", group: "Make", scope: "templates:read", words: "gallery form variables", load: () => import("./views/templates") },
  { path: "/jobs", name: "Jobs", icon: "job", group: "Deliver", scope: "render:read", words: "render queue progress cancel", load: () => import("./views/jobs") },
  { path: "/images", name: "Images", icon: "image", group: "Deliver", scope: "images:read", words: "pictures stored receipts", load: () => import("./views/images") },
  { path: "/webhooks", name: "Webhooks", icon: "webhook", group: "Deliver", scope: "webhooks:read", words: "deliveries dead letter queue replay test events", load: () => import("./views/webhooks") },
  { path: "/signing", name: "Signing keys", icon: "sign", group: "Deliver", scope: "keys:read", words: "signed urls kid secret", load: () => import("./views/signing") },
  { path: "/keys", name: "API keys", icon: "key", group: "Workspace", scope: "keys:read", words: "create rotate revoke secret token", load: () => import("./views/keys") },
];
