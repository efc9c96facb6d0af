import { FinancingLine } from "medusa-payment-consumer-financing/storefront/react"
import { useState } from "react"
import {
  Link,
  type LoaderFunctionArgs,
  useLoaderData,
  useNavigate,
  useParams,
} from "react-router-dom"
import { useCart } from "../cart-context"
import { BusyButton } from "../parts/busy-button"
import { Picture } from "../parts/picture"
import { formatPrice } from "../prices"
import { NotFound } from "./not-found"
import { getPrice, listProducts } from "./products"

export const loadProduct = async ({ params }: LoaderFunctionArgs) =>
  (await listProducts(params.country, params.handle))[0] ?? null

const MAX_QUANTITY = 5

export function ProductPage() {
  const product = useLoaderData<typeof loadProduct>()
  const { country } = useParams()
  const { add, cart } = useCart()
  const navigate = useNavigate()
  const [quantity, setQuantity] = useState(1)
  if (!product) return <NotFound />
  const price = getPrice(product)
  const addToCart = async () => {
    await add(product.variants?.[0]?.id ?? "", quantity)
    await navigate(`/${country}/cart`)
  }
  return (
    <article className="product">
      <Picture handle={product.handle} />
      <div>
        <p className="crumb">
          <Link to={`/${country}`}>All furniture</Link>
        </p>
        <h1>{product.title}</h1>
        <p className="price large">
          {formatPrice(price?.calculated_amount, price?.currency_code ?? "usd")}
        </p>
        {price?.currency_code === "usd" ? (
          <FinancingLine price={price.calculated_amount ?? 0} />
        ) : null}
        <p className="row">
          <label className="field short">
            <span>Quantity</span>
            <select value={quantity} onChange={({ target }) => setQuantity(Number(target.value))}>
              {Array.from({ length: MAX_QUANTITY }, (_, index) => (
                <option key={index}>{index + 1}</option>
              ))}
            </select>
          </label>
        </p>
        <BusyButton className="button wide" disabled={cart === undefined} onPress={addToCart}>
          Add to cart
        </BusyButton>
        <ul className="promises">
          <li>Delivered to your door in the US</li>
          <li>30 days to return it</li>
          <li>No charge before you sign for financing</li>
        </ul>
      </div>
    </article>
  )
}
