import "@fontsource-variable/fraunces/opsz.css"
import "@fontsource-variable/instrument-sans/wght.css"
import { leaveFrame } from "medusa-payment-consumer-financing/storefront"
import "medusa-payment-consumer-financing/storefront/styles.css"
import { createRoot } from "react-dom/client"
import { createBrowserRouter, Navigate, RouterProvider } from "react-router-dom"
import { Layout } from "./layout"
import { Account } from "./pages/account"
import { Apply } from "./pages/apply"
import { CartPage } from "./pages/cart"
import { Checkout } from "./pages/checkout"
import { Confirmation, loadOrder } from "./pages/confirmation"
import { Financing } from "./pages/financing"
import { ErrorPage, NotFound } from "./pages/not-found"
import { PreApprovalPage } from "./pages/pre-approval"
import { loadProduct, ProductPage } from "./pages/product"
import { loadProducts, Products } from "./pages/products"
import "./storefront.css"

// A return from the service may load the storefront inside the frame of the service's page.
leaveFrame()

const router = createBrowserRouter([
  { path: "/", element: <Navigate to="/us" replace /> },
  {
    path: "/:country",
    element: <Layout />,
    hydrateFallbackElement: <></>,
    children: [
      {
        errorElement: <ErrorPage />,
        children: [
          { index: true, loader: loadProducts, element: <Products /> },
          { path: "products/:handle", loader: loadProduct, element: <ProductPage /> },
          { path: "cart", element: <CartPage /> },
          { path: "checkout", element: <Checkout /> },
          { path: "checkout/apply", element: <Apply /> },
          { path: "financing/:cart", element: <Financing /> },
          { path: "order/:order/confirmed", loader: loadOrder, element: <Confirmation /> },
          { path: "account", element: <Account /> },
          { path: "pre-approval", element: <PreApprovalPage /> },
          { path: "*", element: <NotFound /> },
        ],
      },
    ],
  },
])

createRoot(document.getElementById("shop") as HTMLElement).render(
  <RouterProvider router={router} />
)
