/** Keys and grading of all answer kinds, one line per kind. */
export { fr } from './fr/fr.ts'
export { mc } from './mc/mc.ts'
export { sentence } from './sentence/sentence.ts'
export { order } from './order/order.ts'
export { match } from './match/match.ts'
export { numberLine } from './number-line/number-line.ts'
export { matrix } from './matrix/matrix.ts'
export { graph } from './graph/graph.ts'
