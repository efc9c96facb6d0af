/**
 * Out of the frame that the service's page was shown in: call it on the pages that the way back leads to.
 * The cart's cookie comes along then.
 */
export function leaveFrame(): void {
  if (window.top && window.top !== window.self) {
    window.top.location.replace(window.location.href)
  }
}
