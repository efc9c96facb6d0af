import type { FinancingClient, EndpointName } from "../../../src/financing-api"
import * as samples from "../financing-api/sample-bodies"

const { TOKEN: applicationToken, remainingCart: body } = samples
const home = { streetName: "1 Main St", city: "New York", state: "NY", zip: "10001" }

/** A call of each endpoint, as the plugin makes it. */
export const ENDPOINT_CALLS: Record<EndpointName, (client: FinancingClient) => Promise<unknown>> = {
  requestToken: (client) => client.requestToken(),
  createOrder: (client) => client.createOrder(samples.createOrder),
  createVirtualCart: (client) => client.createVirtualCart(samples.virtualCart),
  createFullApplication: (client) => client.createFullApplication(samples.fullApplication),
  selectOffer: (client) => client.selectOffer({ applicationToken, offerId: 7 }),
  createPreApproval: (client) => client.createPreApproval({ firstName: "Ada" }),
  updateCartAndSend: (client) => client.updateCartAndSend({ applicationToken, body }),
  getStatus: (client) => client.getStatus({ applicationToken }),
  getAddressStatus: (client) => client.getAddressStatus({ applicationToken, residenceInfo: home }),
  settle: (client) => client.settle({ applicationToken }),
  cancel: (client) => client.cancel({ applicationToken }),
  refund: (client) => client.refund({ applicationToken, reason: "Returned" }),
  partialRefund: (client) => client.partialRefund({ applicationToken, body }),
  updateOrderId: (client) => client.updateOrderId({ applicationToken, id: "#1042" }),
  validatePostback: (client) => client.validatePostback({ uuid: applicationToken }),
}
