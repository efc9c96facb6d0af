import type { HttpTypes } from "@medusajs/types"
import { FinancingLine } from "medusa-payment-consumer-financing/storefront/react"
import { Link, type LoaderFunctionArgs, useLoaderData, useParams } from "react-router-dom"
import { findCountry, getRegion } from "../countries"
import { Picture } from "../parts/picture"
import { formatPrice } from "../prices"
import { sdk } from "../sdk"

/** Lists the products with the prices of a country, or the one with the handle. */
export async function listProducts(code: string | undefined, handle?: string) {
  const country = findCountry(code)
  if (!country) return []
  const region = await getRegion(country)
  const { products } = await sdk.store.product.list({
    region_id: region.id,
    fields: "id,title,handle,*variants.calculated_price",
    order: "created_at",
    limit: 50,
    ...(handle ? { handle } : {}),
  })
  return products
}

export const getPrice = ({ variants }: HttpTypes.StoreProduct) => variants?.[0]?.calculated_price

export const loadProducts = ({ params }: LoaderFunctionArgs) => listProducts(params.country)

export function Products() {
  const products = useLoaderData<typeof loadProducts>()
  const { country } = useParams()
  const [featured] = products
  return (
    <>
      <section className="hero">
        <div>
          <h1>Furniture worth keeping, paid over time.</h1>
          <p>Choose financing at the checkout, and know in seconds whether you are approved.</p>
          <FinancingLine />
          <p className="actions">
            {featured ? (
              <Link className="button" to={`/${country}/products/${featured.handle}`}>
                See the {featured.title}
              </Link>
            ) : null}
            <Link className="button quiet" to={`/${country}/pre-approval`}>
              What can I spend?
            </Link>
          </p>
        </div>
        <Picture handle={featured?.handle} />
      </section>
      <h2 className="section">All furniture</h2>
      <ul className="products">
        {products.map((product) => {
          const price = getPrice(product)
          return (
            <li key={product.id}>
              <Link to={`/${country}/products/${product.handle}`}>
                <Picture handle={product.handle} />
                <h3>{product.title}</h3>
                <p className="price">
                  {formatPrice(price?.calculated_amount, price?.currency_code ?? "usd")}
                </p>
                {price?.currency_code === "usd" ? (
                  <FinancingLine price={price.calculated_amount ?? 0} />
                ) : null}
              </Link>
            </li>
          )
        })}
      </ul>
    </>
  )
}
