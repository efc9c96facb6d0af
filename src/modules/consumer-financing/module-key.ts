/** Under this key the module stands in Medusa's container. */
export const CONSUMER_FINANCING = "consumerFinancing"
