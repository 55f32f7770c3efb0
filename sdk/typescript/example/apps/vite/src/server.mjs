import { createServer } from "node:http";
import { render } from "@platenhq/platen/local";
import { card } from "../card.mjs";

createServer(async (_, response) => {
  const image = await render({ html: card, seed: 0 });
  response.writeHead(200, { "Content-Type": image.contentType }).end(image.bytes);
}).listen(Number(process.env.PORT), "127.0.0.1");
