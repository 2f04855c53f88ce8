/** Screens of all answer kinds, one line per kind. */
export { fr } from './fr/FrScreens.tsx'
export { mc } from './mc/McScreens.tsx'
export { sentence } from './sentence/SentenceScreens.tsx'
export { order } from './order/OrderScreens.tsx'
export { match } from './match/MatchScreens.tsx'
export { numberLine } from './number-line/NumberLineScreens.tsx'
export { matrix } from './matrix/MatrixScreens.tsx'
export { graph } from './graph/GraphScreens.tsx'
