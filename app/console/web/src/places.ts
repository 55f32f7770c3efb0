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
  { path: "/brands", name: "Brand kits", icon: "brand", group: "Make", scope: "brands:read", words: "locks colours fonts check violations", load: () => import("./views/brands") },
  { path: "/studio", name: "AI studio", icon: "ai", group: "Make", scope: "ai:write", words: "prompt mood tone seed gradient background contact sheet", load: () => import("./views/studio") },
  { path: "/batch", name: "Bulk render", icon: "batch", group: "Make", scope: "render:write", words: "csv rows spreadsheet zip many images mapping", load: () => import("./views/batch") },
  { path: "/jobs", name: "Jobs", icon: "job", group: "Deliver", scope: "render:read", words: "render queue progress cancel", load: () => import("./views/jobs") },
  { path: "/images", name: "Images", icon: "image", group: "Deliver", scope: "images:read", words: "pictures stored receipts", load: () => import("./views/images") },
  { path: "/files", name: "Files & fonts", icon: "files", group: "Deliver", scope: "assets:read", words: "assets uploads fonts licences", load: () => import("./views/files") },
  { path: "/webhooks", name: "Webhooks", icon: "webhook", group: "Deliver", scope: "webhooks:read", words: "deliveries dead letter queue replay test events", load: () => import("./views/webhooks") },
  { path: "/signing", name: "Signing keys", icon: "sign", group: "Deliver", scope: "keys:read", words: "signed urls kid secret", load: () => import("./views/signing") },
  { path: "/approvals", name: "Approvals", icon: "approve", group: "Govern", scope: "approvals:read", words: "review policies approve reject", load: () => import("./views/approvals") },
  { path: "/drafts", name: "Drafts", icon: "draft", group: "Govern", scope: "drafts:read", words: "review publish comments", load: () => import("./views/drafts") },
  { path: "/decisions", name: "Decisions", icon: "log", group: "Govern", scope: "decisions:read", words: "log why chain verify", load: () => import("./views/decisions") },
  { path: "/keys", name: "API keys", icon: "key", group: "Workspace", scope: "keys:read", words: "create rotate revoke secret token", load: () => import("./views/keys") },
  { path: "/issuers", name: "Token issuers", icon: "people", group: "Workspace", scope: "keys:read", words: "jwt people roles jwks sign in", load: () => import("./views/issuers") },
  { path: "/usage", name: "Usage & credits", icon: "usage", group: "Workspace", scope: "usage:read", words: "balance ledger charts spent", load: () => import("./views/usage") },
  { path: "/audit", name: "Audit", icon: "audit", group: "Workspace", scope: "admin:read", words: "who changed what log verify", load: () => import("./views/audit") },
  { path: "/health", name: "Health", icon: "health", group: "Workspace", words: "status checks browser versions", load: () => import("./views/health") },
];
