import { Link, useRouterState } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { kindOf } from '#features/accounts/rules.ts'
import { mayOpen, type Page } from '#shared/permissions.ts'
import { useMe } from '../session.tsx'
import { type Entry, ofAll, ofCenter, ofMaterial } from './menu.ts'
import style from './StaffShell.module.css'
import { t } from '#shared/language.ts'

/**
 * Number of entries above which a group can be collapsed. It starts collapsed if a center is chosen and the
 * open page isn't in the group.
 */
const most = 3

type DrawerProps = {
  centerId: string | null
  /** True if the user has more than one center. */
  hasSeveral: boolean
}

export function Drawer({ centerId, hasSeveral }: DrawerProps) {
  const kind = kindOf(useMe())
  const shown = (entries: Entry[]) =>
    entries.filter(({ page }) => mayOpen(kind, page) && (hasSeveral || page !== '/all-centers'))
  return (
    <>
      <div className={`${style.drawer} pad-2 grow`}>
        {centerId && <Entries entries={shown(ofCenter)} centerId={centerId} />}
        <Group title={t('Material')} entries={shown(ofMaterial)} centerId={centerId} />
        <Group title={t('Administration')} entries={shown(ofAll)} centerId={centerId} />
      </div>
      <p className={`${style.version} fine-print`}>
        {__COMMIT__
          ? t('Version {version} ({commit})', { version: __VERSION__, commit: __COMMIT__ })
          : t('Version {version}', { version: __VERSION__ })}
      </p>
    </>
  )
}

type EntriesProps = { entries: Entry[]; centerId: string | null }

function Group({ title, ...rest }: EntriesProps & { title: string }) {
  const part = useRef<HTMLElement>(null)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const [chosen, setChosen] = useState<boolean | null>(null)
  const folds = rest.entries.length > most
  const isOpen =
    !folds || (chosen ?? (rest.centerId === null || rest.entries.some(({ page }) => isWithin(path, page))))
  // Scroll an expanded group into view, for short windows.
  useEffect(() => {
    if (folds && isOpen) part.current?.scrollIntoView({ block: 'nearest' })
  }, [folds, isOpen])
  if (rest.entries.length === 0) return null
  return (
    <section ref={part} aria-label={title} className={style.group}>
      {!folds && rest.entries.length > 1 && <p className={style.title}>{title}</p>}
      {folds && (
        <button
          type="button"
          className={style.title}
          aria-expanded={isOpen}
          onClick={() => setChosen(!isOpen)}
        >
          {title}
          <ChevronDown size="1rem" aria-hidden />
        </button>
      )}
      {isOpen && <Entries {...rest} />}
    </section>
  )
}

const isWithin = (path: string, page: Page) =>
  path === page || (page !== '/centers' && path.startsWith(`${page}/`))

const Entries = ({ entries, centerId }: EntriesProps) => (
  <ul>
    {entries.map(({ page, label, Icon }) => (
      <li key={page}>
        <Link
          to={page as '/'}
          params={{ centerId }}
          className={`${style.entry} row middle gap-3 ink rounded no-underline`}
          activeOptions={{ exact: page === '/centers' || page === '/centers/$centerId' }}
          activeProps={{ 'aria-current': 'page' }}
        >
          <Icon size="1.125rem" aria-hidden />
          {t(label)}
        </Link>
      </li>
    ))}
  </ul>
)
