/**
 * Loads the current page in the full window if it is inside the frame of the service's page, so that the browser
 * sends the cart's cookie. Call it on the pages that shoppers return to.
 */
export function leaveFrame(): void {
  if (window.top && window.top !== window.self) {
    window.top.location.replace(window.location.href)
  }
}
