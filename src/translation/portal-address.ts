/** The service's page about one application, where the merchant said how to get there. */
export function portalAddress(
  template: string | null,
  token: string | null | undefined
): string | null {
  return template && token ? template.replaceAll("{token}", () => encodeURIComponent(token)) : null
}
