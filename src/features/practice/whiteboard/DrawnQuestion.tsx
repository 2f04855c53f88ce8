import type { ReactNode } from 'react'
import { useLazyParts } from '#web/use-lazy-parts.ts'
import type { WorkQuestion } from '../api.ts'
import type { WhiteboardRef } from './use-whiteboard.ts'

const loadWhiteboard = () => import('./Whiteboard.tsx')

type DrawnQuestionProps = {
  of: Pick<WhiteboardRef, 'viewer' | 'workId'>
  question: WorkQuestion
  /** The question as shown until the whiteboard is loaded. */
  children: ReactNode
}

/** A question on its whiteboard, which loads only when it is needed. */
export function DrawnQuestion({ of: { viewer, workId }, question, children }: DrawnQuestionProps) {
  const { ready } = useLazyParts(loadWhiteboard)
  return ready ? <ready.Whiteboard viewer={viewer} workId={workId} question={question} /> : children
}
