import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react"
import type * as answers from "../answers"
import * as client from "../client"
import type { ApplicationForm, PreApprovalForm } from "../forms"
import { asResult, type Result } from "../result"
import type { StoreSdk } from "../sdk"
import { CartWatches } from "./cart-watches"
import { EN } from "./english"
import { ES } from "./spanish"
import type { Texts } from "./texts"

type Given<Value> = Promise<Value | Result<Value>>
type Applied = Awaited<ReturnType<typeof client.applyInFull>>
type Requested = Awaited<ReturnType<typeof client.requestPreApproval>>

/** What the parts ask for: of the SDK in the browser, or of server actions of your own. */
export type FinancingCalls = {
  getConfig: () => Given<answers.FinancingConfig>
  getEligibility: (cartId: string) => Given<answers.FinancingEligibility>
  startFinancing: (
    cartId: string,
    providerId?: string,
    again?: boolean
  ) => Given<answers.StartedFinancing>
  getStatus: (cartId: string) => Given<answers.CartFinancing>
  getMyApplications: () => Given<answers.OpenApplication[]>
  getApplication: (cartId: string) => Given<answers.FinancingApplication | null>
  selectOffer: (choice: {
    cartId: string
    applicationId: string
    offerId: number
  }) => Given<answers.FinancingApplication>
  applyInFull: (given: { cartId: string; form: ApplicationForm }) => Given<Applied>
  requestPreApproval: (form: PreApprovalForm) => Given<Requested>
  claimPreApproval: (given: { cartId: string; claim: string }) => Given<answers.PreApproval>
}

const madeOf = new WeakMap<StoreSdk, FinancingCalls>()

/** The same functions for the same SDK, so that providers share what is cached by function. */
function overSdk(sdk: StoreSdk): FinancingCalls {
  const calls = madeOf.get(sdk) ?? callsOver(sdk)
  madeOf.set(sdk, calls)
  return calls
}

const callsOver = (sdk: StoreSdk): FinancingCalls => ({
  getConfig: () => client.getConfig(sdk),
  getEligibility: (cartId) => client.getEligibility(sdk, cartId),
  startFinancing: (cartId, providerId, again) =>
    client.startFinancing(sdk, cartId, {
      ...(providerId ? { provider_id: providerId } : {}),
      again,
    }),
  getStatus: (cartId) => client.getStatus(sdk, cartId),
  getMyApplications: () => client.getMyApplications(sdk),
  getApplication: (cartId) => client.getApplication(sdk, cartId),
  selectOffer: (choice) => client.selectOffer(sdk, choice),
  applyInFull: (given) => client.applyInFull(sdk, given),
  requestPreApproval: (form) => client.requestPreApproval(sdk, form),
  claimPreApproval: (given) => client.claimPreApproval(sdk, given),
})

/** Whoever answers, errors come back as values with a sentence. */
export async function told<Value extends object | null>(
  call: Given<Value>
): Promise<Result<Value>> {
  const answered = await asResult(call)
  if (!answered.ok) return answered
  const { value } = answered
  return value !== null && "ok" in value ? value : { ok: true, value }
}

type Financing = {
  calls: Partial<FinancingCalls>
  /** Null where the parts ask for it. */
  config: answers.FinancingConfig | null
  watches: CartWatches
  /** Shows the order to the shopper. */
  showOrder: (financing: answers.CartFinancing) => void
  texts: Texts
  /** A BCP 47 tag, for amounts and dates. */
  language: string
}

const Context = createContext<Financing | null>(null)

export type FinancingProviderProps = {
  /** Of `@medusajs/js-sdk`, where the browser asks Medusa itself. */
  sdk?: StoreSdk
  /** Where a server asks: these instead. A part whose call is missing says that it is not available. */
  calls?: Partial<FinancingCalls>
  /** What `getConfig` answered on the server: the parts then ask for nothing, and are rendered there. */
  config?: answers.FinancingConfig | null
  /** Shows an order that is paid for. Without it, the browser goes to the order's page by the plugin's `storefrontPaths`. */
  onOrder?: (orderId: string) => void
  /** `en` and `es` are there; for others, give `texts`. */
  language?: string
  texts?: Partial<Texts>
  children?: ReactNode
}

/** Gives the parts below it their calls and texts, and one shared view of each cart's financing. */
export function FinancingProvider({
  sdk,
  calls,
  config = null,
  onOrder,
  language = "en",
  texts,
  children,
}: FinancingProviderProps) {
  const given = useMemo(() => ({ ...(sdk ? overSdk(sdk) : {}), ...calls }), [sdk, calls])
  const latest = useRef({ calls: given, onOrder })
  latest.current = { calls: given, onOrder }
  const [watches] = useState(
    () =>
      new CartWatches(() => {
        const { getStatus } = latest.current.calls
        return getStatus && (async (cartId) => await valueOf(getStatus(cartId)))
      })
  )
  // A page from the browser's back-forward cache shows what was true before the shopper left it.
  useEffect(() => {
    const wake = ({ persisted }: PageTransitionEvent) => {
      if (persisted) watches.wakeAll()
    }
    window.addEventListener("pageshow", wake)
    return () => window.removeEventListener("pageshow", wake)
  }, [watches])
  const financing = useMemo(() => {
    const words = language.toLowerCase().startsWith("es") ? ES : EN
    return {
      calls: given,
      config,
      watches,
      showOrder: (shown: answers.CartFinancing) => showOrder(shown, latest.current.onOrder),
      texts: { ...words, ...texts },
      language: language === "en" ? "en-US" : language === "es" ? "es-US" : language,
    }
  }, [given, config, watches, language, texts])
  return <Context.Provider value={financing}>{children}</Context.Provider>
}

/** @throws Error with HTTP's status, as a call over the SDK does */
async function valueOf<Value extends object>(call: Given<Value>): Promise<Value> {
  const answer = await told(call)
  if (answer.ok) return answer.value
  throw Object.assign(new Error(answer.message), { status: answer.status })
}

function showOrder(
  { order_id: orderId, order_url: url }: answers.CartFinancing,
  onOrder?: (orderId: string) => void
): void {
  if (orderId === null) return
  if (onOrder) return onOrder(orderId)
  // The order's page may show a status, too: it is not loaded over and over.
  if (url !== null && url !== window.location.href) window.location.assign(url)
}

export function useFinancing(): Financing {
  const financing = useContext(Context)
  if (!financing) throw new Error("Put the parts of the financing kit into a FinancingProvider.")
  return financing
}

/** Dollars as people of a language write them, without cents where there are none. */
export function useDollars(): (amount: number) => string {
  const { language } = useFinancing()
  return (amount) =>
    new Intl.NumberFormat(language, {
      style: "currency",
      currency: "USD",
      minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
    }).format(amount)
}
