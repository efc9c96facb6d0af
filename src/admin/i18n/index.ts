import { en } from "../texts/en"
import { es } from "../texts/es"

export default {
  en: { consumerFinancing: en },
  es: { consumerFinancing: es },
}
