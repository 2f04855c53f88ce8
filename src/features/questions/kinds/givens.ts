/** Students' answers of all kinds, one line per kind. */
export { fr } from './fr/given.ts'
export { mc } from './mc/given.ts'
export { sentence } from './sentence/given.ts'
export { order } from './order/given.ts'
export { match } from './match/given.ts'
export { numberLine } from './number-line/given.ts'
export { matrix } from './matrix/given.ts'
export { graph } from './graph/given.ts'
