import type { FinancingClient, EndpointName } from "../../../src/financing-api"
import type { ConnectedSandbox } from "../../contract/connected-sandbox"

/** A call outside an order's life cycle, tested through the client alone. */
export type ClientCall = {
  call: EndpointName
  /** Whether the call changes something at the service. */
  changes: boolean
  prepare: (joined: ConnectedSandbox) => Promise<{
    act: (client: FinancingClient) => Promise<unknown>
    isDone: () => Promise<boolean>
  }>
}

const CHAIRS = [{ description: "Walnut chair", quantity: 2, price: 300.5 }]
const HOME = { streetName: "418 Linden Avenue", city: "Brooklyn", state: "NY", zip: "11201" }
const MAYA = { firstName: "Maya", lastName: "Okafor", cellPhone: "7185550142" }
const EMAIL = "maya@example.com"

async function isFiled({ sandbox }: ConnectedSandbox): Promise<boolean> {
  return (await sandbox.control.applications()).length > 0
}

const createVirtualCart: ClientCall = {
  call: "createVirtualCart",
  changes: true,
  prepare: async (joined) => ({
    act: (client) =>
      client.createVirtualCart({
        orderId: "phone-7",
        personalFirstName: MAYA.firstName,
        personalLastName: MAYA.lastName,
        personalEmail: EMAIL,
        loanAmount: 601,
        items: CHAIRS,
      }),
    isDone: () => isFiled(joined),
  }),
}

const createFullApplication: ClientCall = {
  call: "createFullApplication",
  changes: true,
  prepare: async (joined) => ({
    act: (client) =>
      client.createFullApplication({
        orderId: "cart_1-1",
        notifyUrl: "http://localhost:9/hook",
        loanAmount: 601,
        personalInfo: { ...MAYA, ssn: "123456789", dob: "1985-12-10", email: EMAIL },
        employmentInfo: { payCycle: "MONTHLY", nextPayDate: "2026-01-15" },
        residenceInfo: HOME,
        items: CHAIRS,
      }),
    isDone: () => isFiled(joined),
  }),
}

const selectOffer: ClientCall = {
  call: "selectOffer",
  changes: true,
  prepare: async (joined) => {
    const applicationToken = await joined.createApplication()
    await joined.sandbox.control.decision(applicationToken, { outcome: "approve" })
    return {
      act: (client) => client.selectOffer({ applicationToken, offerId: 101 }),
      isDone: async () =>
        (await joined.sandbox.control.application(applicationToken)).chosenOfferId === 101,
    }
  },
}

const createPreApproval: ClientCall = {
  call: "createPreApproval",
  changes: true,
  prepare: async (joined) => ({
    act: (client) => client.createPreApproval({ ...MAYA, email: EMAIL }),
    isDone: () => isFiled(joined),
  }),
}

const updateCartAndSend: ClientCall = {
  call: "updateCartAndSend",
  changes: true,
  prepare: async (joined) => {
    const created = await joined.client.createPreApproval({ ...MAYA, email: EMAIL })
    if (created.outcome !== "created") throw new Error("the simulator refused a valid customer")
    const { token } = created
    await joined.sandbox.control.decision(token, { outcome: "approve" })
    const body = { orderId: "cart_1-1", loanAmount: 601, items: CHAIRS }
    return {
      act: (client) => client.updateCartAndSend({ applicationToken: token, body }),
      isDone: async () => (await joined.sandbox.control.application(token)).loanAmount === 601,
    }
  },
}

const getAddressStatus: ClientCall = {
  call: "getAddressStatus",
  changes: false,
  prepare: async (joined) => {
    const applicationToken = await joined.createApplication()
    return {
      act: (client) => client.getAddressStatus({ applicationToken, residenceInfo: HOME }),
      isDone: async () => true,
    }
  },
}

export const CLIENT_CALLS: ClientCall[] = [
  createVirtualCart,
  createFullApplication,
  selectOffer,
  createPreApproval,
  updateCartAndSend,
  getAddressStatus,
]
