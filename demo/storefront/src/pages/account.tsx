import type { HttpTypes } from "@medusajs/types"
import { getMyPreApproval, type PreApproval } from "medusa-payment-consumer-financing/storefront"
import {
  OpenApplications,
  PreApprovalBox,
} from "medusa-payment-consumer-financing/storefront/react"
import { useEffect, useState } from "react"
import { Link, useParams } from "react-router-dom"
import { useCustomer } from "../customer-context"
import { BusyButton } from "../parts/busy-button"
import { Field, Form } from "../parts/form"
import { formatPrice } from "../prices"
import { sdk } from "../sdk"

export function Account() {
  const { customer } = useCustomer()
  if (customer === undefined) return null
  return customer ? <AccountOverview customer={customer} /> : <SignIn />
}

function SignIn() {
  const { signIn, signUp } = useCustomer()
  const [isNew, setNew] = useState(false)
  const handleSubmit = async ({ email = "", password = "", first_name = "", last_name = "" }) =>
    isNew
      ? await signUp({ email, password, first_name, last_name })
      : await signIn({ email, password })
  return (
    <section className="card narrow">
      <h1>{isNew ? "Create an account" : "Sign in"}</h1>
      <Form key={String(isNew)} submit={isNew ? "Create it" : "Sign in"} onSubmit={handleSubmit}>
        <div className="fields">
          {isNew ? (
            <>
              <Field label="First name" name="first_name" autoComplete="given-name" required />
              <Field label="Last name" name="last_name" autoComplete="family-name" required />
            </>
          ) : null}
          <Field
            className="whole"
            label="E-mail"
            name="email"
            type="email"
            autoComplete="username"
            required
          />
          <Field
            className="whole"
            label="Password"
            name="password"
            type="password"
            autoComplete={isNew ? "new-password" : "current-password"}
            required
          />
        </div>
      </Form>
      <button type="button" className="link" onClick={() => setNew(!isNew)}>
        {isNew ? "I have an account" : "I am new here"}
      </button>
    </section>
  )
}

function AccountOverview({ customer }: { customer: HttpTypes.StoreCustomer }) {
  const { signOut } = useCustomer()
  const [preApproval, setPreApproval] = useState<PreApproval | null | undefined>()
  useEffect(() => {
    void getMyPreApproval(sdk).then(setPreApproval, () => setPreApproval(null))
  }, [])
  const { first_name, last_name, email, phone } = customer
  const initial = {
    first_name: first_name ?? "",
    last_name: last_name ?? "",
    email,
    cell_phone: phone ?? "",
  }
  return (
    <>
      <div className="title">
        <h1>Hello, {first_name ?? "friend"}</h1>
        <BusyButton className="link" onPress={signOut}>
          Sign out
        </BusyButton>
      </div>
      <OpenApplications />
      <div className="columns">
        <OrderList />
        {preApproval === undefined ? null : (
          <PreApprovalBox initial={initial} preApproval={preApproval} />
        )}
      </div>
    </>
  )
}

function OrderList() {
  const { country } = useParams()
  const [orders, setOrders] = useState<HttpTypes.StoreOrder[] | null>(null)
  useEffect(() => {
    const query = { order: "-created_at", limit: 20, fields: "+payment_status" }
    void sdk.store.order.list(query).then(
      (answer) => setOrders(answer.orders),
      () => setOrders([])
    )
  }, [])
  return (
    <section className="card">
      <h2>Your orders</h2>
      {orders?.length === 0 ? <p className="soft">None yet.</p> : null}
      <ul className="orders">
        {(orders ?? []).map((order) => (
          <li key={order.id}>
            <Link to={`/${country}/order/${order.id}/confirmed`}>Order #{order.display_id}</Link>
            <span className="soft">{new Date(order.created_at).toLocaleDateString("en-US")}</span>
            <b className="price">{formatPrice(order.total, order.currency_code)}</b>
          </li>
        ))}
      </ul>
    </section>
  )
}
