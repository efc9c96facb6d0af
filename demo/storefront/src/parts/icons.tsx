const iconProps = {
  width: 20,
  height: 20,
  viewBox: "0 0 24 24",
  fill: "none",
  stroke: "currentColor",
  strokeWidth: 1.7,
  strokeLinecap: "round",
  strokeLinejoin: "round",
  "aria-hidden": true,
} as const

export const CartIcon = () => (
  <svg {...iconProps}>
    <path d="M5 8h14l1 12H4zM8.5 8V7a3.5 3.5 0 0 1 7 0v1" />
  </svg>
)

export const PersonIcon = () => (
  <svg {...iconProps}>
    <path d="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20c.8-3.6 3.8-5.5 7.5-5.5s6.7 1.9 7.5 5.500" />
  </svg>
)
