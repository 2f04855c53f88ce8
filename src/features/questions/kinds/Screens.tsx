/** Screens of all answer kinds, one line per kind. */
export { fr } from './fr/FrScreens.tsx'
export { mc } from './mc/McScreens.tsx'
export { sentence } from './sentence/SentenceScreens.tsx'
export { graph } from './graph/GraphScreens.tsx'
