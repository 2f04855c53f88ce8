import { lazyFields } from '../../answering/LazyPart.tsx'

export const loadGraph = () => import('./GraphPaper.tsx').then(({ GraphPaper }) => GraphPaper)

/** Graph paper, loaded when a question needs it. */
export const LazyGraph = lazyFields(loadGraph, { what: 'the graph paper', lines: 10 })
