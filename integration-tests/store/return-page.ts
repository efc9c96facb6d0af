import { notifyListeners } from "../../tooling/clients/answer-listeners"

/** The page at a return address, before it redirects. */
export type ReturnPage = {
  status: number
  /** The URL of the page's automatic redirect. */
  address: string
  headers: Headers
  page: string
}

/** Opens a return address without following its redirect. */
export async function openReturnPage(
  url: string | undefined,
  init: RequestInit = {}
): Promise<ReturnPage> {
  const { status, headers, ...answer } = await fetch(String(url), {
    redirect: "manual",
    ...init,
  }).then(async (response) => ({
    status: response.status,
    headers: response.headers,
    page: await response.text(),
  }))
  notifyListeners(answer.page)
  const address = /^0; url=(.*)$/.exec(headers.get("refresh") ?? "")?.[1] ?? ""
  return { status, address, headers, page: answer.page }
}

/** Returns the URL that a return address redirects to. */
export async function getLandingUrl(url: string | undefined): Promise<string> {
  return (await openReturnPage(url)).address
}
