import { CalendarRange, GraduationCap, UsersRound, type LucideIcon } from 'lucide-react'
import { kindOf, type Me } from '#features/accounts/rules.ts'
import type { search } from '#features/overview/search/api.ts'
import { dayWords, statusWords, wordsOf } from '#features/students/rules.ts'
import { fold } from '#shared/fold.ts'
import type { OutputOf } from '#shared/contract.ts'
import { clock } from '#shared/day-text.ts'
import { phoneInWords } from '#shared/entries.ts'
import { mayOpen } from '#shared/permissions.ts'
import { ofAll, ofCenter, ofMaterial } from './menu.ts'
import { t } from '#shared/language.ts'

/**
 * A search result: its label, its link, and a note that helps to tell it from results with the same label.
 */
export type Hit = { path: string; label: string; note: string; icon: IconName }
export type Group = { title: string; hits: Hit[] }

const icons = { student: GraduationCap, parent: UsersRound, class: CalendarRange } as const
type IconName = keyof typeof icons | `/${string}`

const entries = [...ofCenter, ...ofMaterial, ...ofAll]

export const iconOf = (name: IconName): LucideIcon =>
  name in icons
    ? icons[name as keyof typeof icons]
    : (entries.find(({ page }) => page === name)?.Icon ?? CalendarRange)

const facts = (...words: (string | null)[]) => words.filter(Boolean).join(' · ')

/** Returns the pages that the user may open and whose name contains every word of the search. */
export function pagesFound(me: Me, { centerId, find }: { centerId: string | null; find: string }): Hit[] {
  const words = wordsOf(find)
  return [...(centerId ? ofCenter : []), ...ofMaterial, ...ofAll]
    .filter(
      ({ page, label }) => mayOpen(kindOf(me), page) && words.every((word) => fold(t(label)).includes(word)),
    )
    .map(({ page, label }) => ({
      path: page.replace('$centerId', encodeURIComponent(centerId ?? '')),
      label: t(label),
      note: t('Page'),
      icon: page,
    }))
}

/** Groups the server's search results. */
export function groupsOf(centerId: string, found: OutputOf<typeof search.all>): Group[] {
  const center = `/centers/${encodeURIComponent(centerId)}`
  return [
    {
      title: t('Students'),
      hits: found.students.map(({ _id, name, studentNum, grade, status, parentName }) => ({
        path: `${center}/students/${_id}`,
        label: name,
        note: facts(
          studentNum,
          grade && t('Grade {grade}', { grade }),
          status === 'active' ? null : statusWords[status],
          parentName && t('Parent: {parentName}', { parentName }),
        ),
        icon: 'student' as const,
      })),
    },
    {
      title: t('Parents'),
      hits: found.parents.map(({ _id, name, phone, email, children }) => ({
        path: `${center}/parents/${_id}`,
        label: name || email,
        note: facts(
          phone ? phoneInWords(phone) : email,
          t('Parent of {children}', { children: children.join(', ') }),
        ),
        icon: 'parent' as const,
      })),
    },
    {
      title: t('Classes'),
      hits: found.classes.map(({ name, day, time, teacherName }) => ({
        path: `${center}/classes?find=${encodeURIComponent(name)}`,
        label: name,
        note: facts(`${dayWords[day]} ${clock(time)}`, teacherName),
        icon: 'class' as const,
      })),
    },
  ]
}

const maxRecent = 6
const keyOf = (me: Me, centerId: string | null) => `search ${me._id} ${centerId ?? ''}`

/**
 * Returns the search results opened recently in this tab at this center, latest first. Stored only in the
 * tab, because offices share computers.
 */
export function recentHits(me: Me, centerId: string | null): Hit[] {
  const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(me, centerId)) ?? '[]')
  return Array.isArray(stored) ? (stored as Hit[]) : []
}

/** Remembers that a search result was opened. */
export function rememberHit(me: Me, { centerId, hit }: { centerId: string | null; hit: Hit }) {
  const others = recentHits(me, centerId).filter(({ path }) => path !== hit.path)
  sessionStorage.setItem(keyOf(me, centerId), JSON.stringify([hit, ...others].slice(0, maxRecent)))
}
