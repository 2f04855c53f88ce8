import { useEffect, useRef } from 'react'
import { QuestionLink } from '../listing/QuestionLink.tsx'
import { t } from '#shared/language.ts'
import type { SectionPlace } from '../listing/question-pages.ts'
import { StatusMark } from '#features/material/StatusMark.tsx'
import { Button } from '#ui/Button.tsx'
import { Content } from '#ui/Content.tsx'
import type { Neighbors } from './use-neighbors.ts'
import style from './SectionList.module.css'

type SectionListProps = { place: SectionPlace; current: string | null; neighbors: Neighbors }

/** Compact list of the section's questions, scrolled to the open one. */
export function SectionList({ place, current, neighbors: { lines, more } }: SectionListProps) {
  const list = useRef<HTMLOListElement>(null)
  const isListed = lines.some(({ _id }) => _id === current)
  useEffect(() => {
    if (isListed) list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [isListed])
  return (
    <nav className={style.side} aria-label={t('Questions in this section')} aria-keyshortcuts="j k">
      <ol ref={list} className={style.list}>
        {lines.map(({ _id, num, status, rendered }) => (
          <li key={_id}>
            <QuestionLink
              place={place}
              id={_id}
              className={`${style.line} grid top pad-2 ink rounded no-underline`}
              aria-current={_id === current ? 'page' : undefined}
            >
              <StatusMark status={status} narrow />
              <span className={style.num} data-figures>
                {num}
              </span>
              <span className={style.text}>
                <Content nodes={rendered.content} inline />
              </span>
            </QuestionLink>
          </li>
        ))}
        {current === null && (
          <li>
            <span className={`${style.line} grid top pad-2 ink rounded no-underline`} aria-current="page">
              {t('New question')}
            </span>
          </li>
        )}
      </ol>
      {more && (
        <Button kind="quiet" onClick={more}>
          {t('Show more')}
        </Button>
      )}
      {current !== null && (
        <QuestionLink place={place} id="new" className={`${style.new} pad-2 bold`}>
          {t('New question')}
        </QuestionLink>
      )}
    </nav>
  )
}
