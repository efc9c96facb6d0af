import { tellAnswer } from "../../tooling/clients/answers"

/** What a browser shows on the way back, before it moves on. */
export type WayBack = {
  status: number
  /** Where the page moves on to by itself. */
  address: string
  headers: Headers
  page: string
}

/** Opens a return address as a browser does, and stays on the page. */
export async function walkBack(url: string | undefined, init: RequestInit = {}): Promise<WayBack> {
  const { status, headers, ...answer } = await fetch(String(url), {
    redirect: "manual",
    ...init,
  }).then(async (one) => ({ status: one.status, headers: one.headers, page: await one.text() }))
  tellAnswer(answer.page)
  const address = /^0; url=(.*)$/.exec(headers.get("refresh") ?? "")?.[1] ?? ""
  return { status, address, headers, page: answer.page }
}

/** Where the shopper lands who opens a return address. */
export async function landingOf(url: string | undefined): Promise<string> {
  return (await walkBack(url)).address
}
