import { FinancingProvider } from "medusa-payment-consumer-financing/storefront/react"
import { Suspense } from "react"
import {
  Link,
  Navigate,
  NavLink,
  Outlet,
  ScrollRestoration,
  useNavigate,
  useParams,
} from "react-router-dom"
import { CartProvider, useCart } from "./cart-context"
import { COUNTRIES, type Country, findCountry } from "./countries"
import { CustomerProvider, useCustomer } from "./customer-context"
import { CartIcon, PersonIcon } from "./parts/icons"
import { sdk } from "./sdk"

/** The layout of a country's pages: header, page and footer. */
export function Layout() {
  const country = findCountry(useParams().country)
  const navigate = useNavigate()
  if (!country) return <Navigate to="/us" replace />
  return (
    <CartProvider country={country}>
      <CustomerProvider>
        <FinancingProvider
          sdk={sdk}
          language={navigator.language}
          onOrder={(orderId) => void navigate(`/${country.code}/order/${orderId}/confirmed`)}
        >
          <a className="skip" href="#content">
            Skip to content
          </a>
          <Header country={country} />
          <main id="content">
            <PlacedOrderNotice country={country} />
            <Suspense>
              <Outlet />
            </Suspense>
          </main>
          <Footer country={country} />
          <ScrollRestoration />
        </FinancingProvider>
      </CustomerProvider>
    </CartProvider>
  )
}

function Header({ country: { code } }: { country: Country }) {
  const { cart } = useCart()
  const { customer } = useCustomer()
  const count = (cart?.items ?? []).reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <header className="header">
      <nav aria-label="Shop">
        <Link className="brand" to={`/${code}`}>
          Harbor <i>&amp;</i> Oak
        </Link>
        <span className="nav-links">
          <NavLink to={`/${code}`} end>
            Furniture
          </NavLink>
          <NavLink to={`/${code}/pre-approval`}>Pre-approval</NavLink>
        </span>
        <NavLink className="nav-icon" to={`/${code}/account`}>
          <PersonIcon />
          <span>{customer ? (customer.first_name ?? "Account") : "Sign in"}</span>
        </NavLink>
        <NavLink className="nav-icon" to={`/${code}/cart`}>
          <CartIcon />
          <span>Cart</span>
          <b aria-label={`${count} in it`}>{count}</b>
        </NavLink>
      </nav>
    </header>
  )
}

/** Links to the order that the cart became while the shopper was away. */
function PlacedOrderNotice({ country: { code } }: { country: Country }) {
  const { orderId } = useCart()
  if (orderId === null) return null
  return (
    <p className="notice good" role="status">
      Your order was placed while you were away.{" "}
      <Link to={`/${code}/order/${orderId}/confirmed`}>See your order</Link>
    </p>
  )
}

function Footer({ country }: { country: Country }) {
  return (
    <footer>
      <p>A demonstration: nothing is sold here, and no real money moves.</p>
      <p className="countries">
        {COUNTRIES.map(({ code, name }) =>
          code === country.code ? (
            <b key={code}>{name}</b>
          ) : (
            <a key={code} href={`/${code}`}>
              {name}
            </a>
          )
        )}
      </p>
    </footer>
  )
}
