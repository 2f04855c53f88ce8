import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { createElement, useState, type KeyboardEvent } from 'react'
import { search } from '#features/overview/search/api.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { useSearchText } from '#ui/use-search-text.ts'
import { read } from '../api.ts'
import { keepPrevious } from '../placeholder-data.ts'
import { may, useMe } from '../session.tsx'
import { type Group, groupsOf, type Hit, iconOf, pagesFound, recentHits, rememberHit } from './search-hits.ts'
import style from './Search.module.css'
import { t } from '#shared/language.ts'

/** Minimum number of letters for a search on the server. Fewer would match too much. */
const shortest = 2

type SearchDialogProps = { centerId: string | null; onClose: () => void }

/**
 * Search for the children, parents, classes and pages of a center, by keyboard or touch. Without a center, it
 * finds only pages.
 */
export function SearchDialog({ centerId, onClose }: SearchDialogProps) {
  const [find, setFind] = useState('')
  const [text, setText] = useSearchText(find, setFind)
  const { groups, query, isComplete } = useGroups(centerId, find)
  const hits = groups.flatMap((group) => group.hits)
  const [chosen, setChosen] = useState(0)
  const at = Math.min(chosen, hits.length - 1)
  const me = useMe()
  const router = useRouter()
  const open = (hit: Hit | undefined) => {
    if (!hit) return
    rememberHit(me, { centerId, hit })
    onClose()
    router.history.push(hit.path)
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter') open(hits[at])
    else if (step && hits.length > 0) setChosen((at + step + hits.length) % hits.length)
    else return
    event.preventDefault()
  }
  return (
    // Pass the class through `classNames`: Mantine would add the content's own `className` to the frame
    // around it too.
    <Modal.Root
      opened
      onClose={onClose}
      size="lg"
      padding={0}
      yOffset="8vh"
      classNames={{ content: style.dialog }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={t('Search')}>
        <input
          type="search"
          role="combobox"
          className={style.field}
          aria-label={t('Search students, parents, phone numbers, classes and pages')}
          aria-expanded={hits.length > 0}
          aria-controls="search-hits"
          aria-activedescendant={hits.length > 0 ? `search-hit-${at}` : undefined}
          autoComplete="off"
          placeholder={t(centerId ? 'Student, parent, phone, class or page' : 'Page')}
          maxLength={100}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setChosen(0)
          }}
          onKeyDown={press}
          data-autofocus
        />
        <div id="search-hits" role="listbox" aria-label={t('Results')} className={style.hits}>
          {groups.map((group) => (
            <Hits key={group.title} group={group} from={hits} at={at} onChoose={setChosen} onOpen={open} />
          ))}
        </div>
        {query.error && <QueryState query={query} of={t('the results')} />}
        <p role="status" className={`${style.said} quiet`}>
          {wordsFor({ find, isComplete, count: hits.length, failed: Boolean(query.error) })}
        </p>
      </Modal.Content>
    </Modal.Root>
  )
}

/**
 * Returns the results for a text: pages and the server's results, or the recently opened results if there is
 * no text.
 */
function useGroups(centerId: string | null, find: string) {
  const me = useMe()
  const isSearching = centerId !== null && find.length >= shortest && may(me, 'center.search')
  const query = useQuery({
    ...read(search.all, { centerId: centerId ?? '', find: find || '-' }),
    enabled: isSearching,
    placeholderData: keepPrevious({ centerId }),
  })
  const pages = { title: t('Pages'), hits: find ? pagesFound(me, { centerId, find }) : [] }
  const found = isSearching && query.data ? groupsOf(centerId, query.data) : []
  const recent = { title: t('Recent'), hits: find ? [] : recentHits(me, centerId) }
  return {
    groups: [recent, ...found, pages].filter(({ hits }) => hits.length > 0),
    query: isSearching ? query : { error: null, refetch: () => null },
    isComplete: !isSearching || (query.data !== undefined && !query.isPlaceholderData),
  }
}

type SearchStatus = { find: string; isComplete: boolean; count: number; failed: boolean }

function wordsFor({ find, isComplete, count, failed }: SearchStatus) {
  if (failed) return ''
  if (find === '') return count > 0 ? '' : t('Type a name, a phone number, a class or a page.')
  if (!isComplete) return count > 0 ? '' : t('Searching…')
  if (count > 0) return ''
  return find.length < shortest ? t('Type at least two letters.') : t('Nothing found for “{find}”.', { find })
}

type HitsProps = {
  group: Group
  from: Hit[]
  at: number
  onChoose: (at: number) => void
  onOpen: (hit: Hit) => void
}

const Hits = ({ group: { title, hits }, from, at, onChoose, onOpen }: HitsProps) => (
  <div role="group" aria-label={title}>
    <div className={style.title} aria-hidden>
      {title}
    </div>
    {hits.map((hit) => (
      <HitLine
        key={hit.path}
        hit={hit}
        at={from.indexOf(hit)}
        isChosen={from[at] === hit}
        onChoose={onChoose}
        onOpen={onOpen}
      />
    ))}
  </div>
)

type HitLineProps = Pick<HitsProps, 'onChoose' | 'onOpen'> & { hit: Hit; at: number; isChosen: boolean }

function HitLine({ hit, at, isChosen, onChoose, onOpen }: HitLineProps) {
  return (
    // The search field keeps the focus and receives the keys.
    <div
      ref={(line) => {
        if (isChosen) line?.scrollIntoView({ block: 'nearest' })
      }}
      id={`search-hit-${at}`}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      className={`${style.hit} row middle gap-3 rounded target`}
      onPointerMove={() => isChosen || onChoose(at)}
      onClick={() => onOpen(hit)}
      onKeyDown={() => {}}
    >
      {createElement(iconOf(hit.icon), { size: 18, 'aria-hidden': true, className: style.icon })}
      <span className="grow breakable">
        <span className={style.label}>{hit.label}</span>
        <span className={`${style.note} fine-print`} data-figures>
          {hit.note}
        </span>
      </span>
    </div>
  )
}
