import { image } from "@platenhq/platen/sveltekit";
import { card } from "../../../card.mjs";

export const GET = image(() => ({ html: card, seed: 0 }));
