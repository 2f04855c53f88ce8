import type { ComponentType } from 'react'
import { lazyForm } from '../answering/LazyPart.tsx'
import type { Kind } from './given.ts'
import type { FormProps } from './KindScreens.tsx'

/**
 * Forms in which authors enter the key, one line per kind. Kept in their own file, so that students' pages
 * don't even load the names of these chunks.
 */
export const kindForms: { [K in Kind]: ComponentType<FormProps<K>> } = {
  fr: lazyForm(() => import('./fr/form/PartsForm.tsx').then(({ PartsForm }) => PartsForm)),
  mc: lazyForm(() => import('./mc/ChoicesForm.tsx').then(({ ChoicesForm }) => ChoicesForm)),
  sentence: lazyForm(() => import('./sentence/SentenceForm.tsx').then(({ SentenceForm }) => SentenceForm)),
  order: lazyForm(() => import('./order/OrderForm.tsx').then(({ OrderForm }) => OrderForm)),
  match: lazyForm(() => import('./match/MatchForm.tsx').then(({ MatchForm }) => MatchForm)),
  numberLine: lazyForm(() =>
    import('./number-line/NumberLineForm.tsx').then(({ NumberLineForm }) => NumberLineForm),
  ),
  matrix: lazyForm(() => import('./matrix/MatrixForm.tsx').then(({ MatrixForm }) => MatrixForm)),
  derivation: lazyForm(() =>
    import('./derivation/DerivationForm.tsx').then(({ DerivationForm }) => DerivationForm),
  ),
  hotspot: lazyForm(() => import('./hotspot/HotspotForm.tsx').then(({ HotspotForm }) => HotspotForm)),
  graph: lazyForm(() => import('./graph/GraphForm.tsx').then(({ GraphForm }) => GraphForm)),
}
