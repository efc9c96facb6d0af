/**
 * Everything from this server and nothing inline. Without `form-action`: browsers apply it to what
 * a form redirects to as well, and that is the service, whose host is known only by then.
 */
export function contentSecurityPolicy({ frames = [] }: { frames?: string[] } = {}): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "img-src 'self' data:",
    `frame-src ${["'self'", ...frames].join(" ")}`,
    "frame-ancestors 'self'",
    "base-uri 'none'",
  ].join("; ")
}
