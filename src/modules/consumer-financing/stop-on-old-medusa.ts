import { tooOldMedusa } from "./medusa-version"

// Imported before anything that such a Medusa lacks, or the start would stop with a missing module.
const complaint = tooOldMedusa()
if (complaint?.stops) throw new Error(complaint.sentence)
