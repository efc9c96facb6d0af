import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import { labelOf, readUuid } from "../../translation/postback"
import { askAboutTokens } from "../ask-about-tokens"
import type { Inbox } from "./open-inbox"

/** The body names a token that this application never had. Nobody is asked about it. */
const NOT_OURS = "not-ours"

/**
 * Files the postbacks as labels: known fields only, the raw body dropped, and endpoint 15's word
 * about the tokens of the application's own chain that they name.
 */
export const recordPostbacksStep = createStep(
  "record-financing-postbacks",
  async ({ inbox }: { inbox: Inbox; reconciled: unknown }, { container }) => {
    const { applicationId, postbacks } = inbox
    if (postbacks.length === 0) {
      return new StepResponse({ processed: 0 })
    }
    const financing = container.resolve(CONSUMER_FINANCING)
    const uuids = postbacks.flatMap(({ fields }) => readUuid(fields) ?? [])
    const words = await askAboutTokens(container, applicationId, new Set(uuids))
    const filed = postbacks.map(({ id, fields }) => {
      const uuid = readUuid(fields)
      const validation = uuid === null ? null : (words.get(uuid) ?? NOT_OURS)
      return { id, fields, validation }
    })
    try {
      await financing.filePostbacks(filed)
    } catch {
      // One that cannot be filed must not keep the others in the inbox: its attempts are counted.
      for (const one of filed) {
        await financing.filePostbacks([one]).catch(() => {
          container
            .resolve(ContainerRegistrationKeys.LOGGER)
            .error(`consumer-financing: the postback ${one.id} could not be filed`)
        })
      }
    }
    const labels = [...new Set(postbacks.map(({ fields }) => labelOf(fields)))]
    await financing.timeline.note(applicationId, "postbacks-received", {
      count: postbacks.length,
      labels,
    })
    return new StepResponse({ processed: postbacks.length })
  }
)
