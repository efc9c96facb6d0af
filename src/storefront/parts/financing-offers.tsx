import { useState } from "react"
import type { FinancingApplication, FinancingOffer } from "../answers"
import { type ClassNames, namesOf } from "./class-names"
import { told, useDollars, useFinancing } from "./financing-context"
import { refusedIn } from "./sentences"
import { fill } from "./texts"

type Pieces = "legend" | "offer" | "term" | "facts" | "choose" | "sign" | "message"

export type FinancingOffersProps = ClassNames<Pieces> & {
  /** An application with offers, from `getApplication` or the shop's own form. */
  application: FinancingApplication
  /** Receives the application after an offer was selected. The shopper signs at its `contract_url`. */
  onSelected?: (application: FinancingApplication) => void
}

/** Shows the offers side by side, with monthly payments and terms of the lease and the loan. */
export function FinancingOffers(props: FinancingOffersProps) {
  const { application, onSelected } = props
  const { calls, texts } = useFinancing()
  const name = namesOf("offers", props)
  const [chosen, setChosen] = useState<FinancingApplication | null>(null)
  const [busyWith, setBusyWith] = useState<number | null>(null)
  const [message, setMessage] = useState<string | null>(null)
  const current = chosen ?? application

  const choose = async (offerId: number) => {
    if (busyWith !== null) return
    setBusyWith(offerId)
    setMessage(null)
    const { selectOffer } = calls
    const choice = { cartId: application.cart_id, applicationId: application.id, offerId }
    const answer = selectOffer ? await told(selectOffer(choice)) : null
    setBusyWith(null)
    if (!answer?.ok) return setMessage(answer ? refusedIn(answer, texts) : texts.failed)
    setChosen(answer.value)
    onSelected?.(answer.value)
  }
  return (
    <section className={name()} aria-label={texts.offers.legend}>
      <h2 className={name("legend")}>{texts.offers.legend}</h2>
      <ul>
        {current.offers.map((offer) => {
          const isChosen = offer.id === current.selected_offer_id
          return (
            <li key={offer.id} className={name("offer")} data-chosen={isChosen}>
              <Facts offer={offer} name={name} />
              <button
                type="button"
                className={name("choose")}
                aria-pressed={isChosen}
                aria-busy={busyWith === offer.id}
                onClick={() => void choose(offer.id)}
              >
                {isChosen ? texts.offers.chosen : texts.offers.choose}
              </button>
            </li>
          )
        })}
      </ul>
      <p className={name("message")} role="alert">
        {message}
      </p>
      {current.contract_url === null ? null : (
        <a className={name("sign")} href={current.contract_url}>
          {texts.offers.sign}
        </a>
      )}
    </section>
  )
}

type Named = { offer: FinancingOffer; name: (piece?: Pieces) => string }

/** Shows only the facts that the service returned. */
function Facts({ offer, name }: Named) {
  const { texts, language } = useFinancing()
  const dollars = useDollars()
  const words = texts.offers
  const months = (count: number) => fill(words.months, { months: String(count) })
  const monthly = (payment: number | null, count: number | null) =>
    [
      payment === null ? null : fill(words.perMonth, { amount: dollars(payment) }),
      count === null ? null : months(count),
    ]
      .filter((one) => one !== null)
      .join(" · ")
  const rate = (percent: number) =>
    new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 3 }).format(
      percent / 100
    )
  const hasLease = offer.lease_payment !== null || offer.lease_months !== null
  const hasLoan = offer.loan_payment !== null || offer.loan_months !== null
  const facts: [string, string | null][] = [
    [words.lease, hasLease ? monthly(offer.lease_payment, offer.lease_months) : null],
    [words.residual, offer.residual === null ? null : dollars(offer.residual)],
    [words.loan, hasLoan ? monthly(offer.loan_payment, offer.loan_months) : null],
    [words.loanRate, offer.loan_rate === null ? null : rate(offer.loan_rate)],
  ]
  return (
    <>
      {offer.term_months === null ? null : (
        <h3 className={name("term")}>{months(offer.term_months)}</h3>
      )}
      <dl className={name("facts")}>
        {facts.map(([what, value]) =>
          value === null ? null : (
            <div key={what}>
              <dt>{what}</dt>
              <dd>{value}</dd>
            </div>
          )
        )}
      </dl>
    </>
  )
}
