import { withPlaten } from "@platenhq/platen/next";

export default withPlaten({ output: "standalone" });
