import { z } from "@medusajs/framework/zod"
import type { RouteDocument } from "./route-document"
import { APPLICATION_FILE } from "./overview-examples"
import { sendInput } from "../../src/api/admin/consumer-financing/queries"
import { shownFile } from "../../src/api/admin/consumer-financing/shown"

const PATH = "/admin/consumer-financing/applications/{id}/link"
const APPLICATION = { id: "The application's id." }
const NO_APPLICATION = "There is no such application."

export const linkAnswer = z.object({
  link: z.object({
    url: z.string().meta({
      description: "It opens the customer's application: give it to the customer only.",
    }),
  }),
})

const copy: RouteDocument = {
  method: "post",
  path: PATH,
  summary: "Hand out the customer's link",
  description:
    "The customer's own address at the service, while they have something to do there: to apply, or to sign again. The timeline records who requested it.",
  parameters: APPLICATION,
  answer: {
    schema: linkAnswer,
    example: { link: { url: "https://financing.example/apply?app=…" } },
  },
  refusals: {
    400: "A sentence for staff: there is no link to hand out.",
    404: NO_APPLICATION,
  },
}

const send: RouteDocument = {
  method: "post",
  path: `${PATH}/send`,
  summary: "Send the customer their link again",
  description:
    "By e-mail or text message, through the shop's own notification provider for that channel, with the template `consumer-financing-link`. Sending again is fine; the same within ten seconds counts once.",
  parameters: APPLICATION,
  body: { schema: sendInput, example: { channel: "email" } },
  answer: {
    schema: z.object({ application: shownFile }),
    example: { application: APPLICATION_FILE },
  },
  refusals: {
    400: "A sentence for staff: the shop has no provider for the channel, there is no such address, or there is no link to hand out.",
    404: NO_APPLICATION,
  },
}

/** The routes that hand out or send the customer's application link. */
export const LINK_ROUTES: readonly RouteDocument[] = [copy, send]
