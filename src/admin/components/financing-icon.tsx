export function FinancingIcon() {
  return (
    <svg width="15" height="15" viewBox="0 0 15 15" fill="none" aria-hidden="true">
      <path
        d="M7.5 1.2a6.3 6.3 0 1 1-6.3 6.3"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
      />
      <path
        d="M1.6 4.9a6.3 6.3 0 0 1 3-3.1"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeDasharray="2 2"
      />
      <path
        d="M9.2 5.6c-.3-.6-1-.9-1.7-.9-1 0-1.7.5-1.7 1.3 0 1.9 3.5.9 3.5 2.8 0 .8-.8 1.4-1.8 1.4-.8 0-1.5-.4-1.8-1M7.5 3.7v1m0 5.6v1"
        stroke="currentColor"
        strokeWidth="1.2"
        strokeLinecap="round"
      />
    </svg>
  )
}
