import { Link } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { paramsOf, questionPages, type SectionPlace } from './question-pages.ts'

type QuestionLinkProps = Pick<
  ComponentProps<'a'>,
  'className' | 'onKeyDown' | 'aria-keyshortcuts' | 'aria-current'
> & {
  place: SectionPlace
  /** Question id, or `new`. A new question is inserted after the one numbered `behind`, or at the end. */
  id: string
  behind?: number
  children: ReactNode
}

/** Link to the editor of a question. */
export function QuestionLink({ place, id, behind, children, ...rest }: QuestionLinkProps) {
  return (
    <Link
      {...rest}
      to={questionPages[place.test ? 'test' : 'chapter']}
      params={{ ...paramsOf(place), quesId: id }}
      search={{ behind }}
      draggable={false}
      data-question={id}
    >
      {children}
    </Link>
  )
}
