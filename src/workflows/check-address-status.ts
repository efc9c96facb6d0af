import { describeAddressStatus } from "../domain/address-status"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { toMerchantError } from "../translation/error-to-medusa"
import { userError } from "../translation/user-error"
import { readUnchangedSnapshot } from "../medusa/read-store"
import { createOneStepWorkflow } from "./one-step-workflow"

export type CheckAddressStatusInput = { application_id: string }

const NO_ADDRESS =
  "The address that the customer applied with cannot be read any more: the cart was changed or is gone. Nothing was asked."
const NOT_IN_FULL =
  "The customer was asked without a full address (street, city, state, zip code), so there is none to check. Nothing was sent."
const NO_TOKEN =
  "The service's answer names no application, so it is not certain which one it is about."
const OTHER_TOKEN = "The service's answer names another application than the one asked for."

/**
 * Asks the service whether it restricts an application's address (endpoint 9). Reads the address on the server,
 * because Medusa stores workflow inputs. Changes nothing in Medusa or at the service.
 */
export const checkAddressStatusWorkflow = createOneStepWorkflow(
  "check-financing-address-status",
  async ({ application_id: id }: CheckAddressStatusInput, container) => {
    const financing = container.resolve(CONSUMER_FINANCING)
    const application = await financing.retrieveFinancingApplication(id)
    const snapshot = await readUnchangedSnapshot(financing, application)
    if (!snapshot) {
      throw userError(NO_ADDRESS)
    }
    const { street: streetName, city, state, zip } = snapshot.address
    if (![streetName, city, state, zip].every(Boolean)) {
      throw userError(NOT_IN_FULL)
    }
    try {
      const applicationToken = await financing.tokens.currentOf(id)
      const answer = await financing.clients
        .for(application)
        .getAddressStatus({ applicationToken, residenceInfo: { streetName, city, state, zip } })
      if (answer.token !== applicationToken) {
        throw userError(answer.token === null ? NO_TOKEN : OTHER_TOKEN)
      }
      return describeAddressStatus(answer)
    } catch (error) {
      throw toMerchantError(error)
    }
  }
)
