import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { ListTree, Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { t } from '#shared/language.ts'
import { counted } from '#shared/text.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { RowMenu } from '#ui/RowMenu.tsx'
import { call, read, useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { material, type Chapter, type Level } from './api.ts'
import { AssessmentCard } from './assessments/AssessmentCard.tsx'
import { DropDialog } from './DropDialog.tsx'
import { LevelFrame } from './LevelFrame.tsx'
import { LevelSheet } from './LevelSheet.tsx'
import { OrderedRows } from './moving/OrderedRows.tsx'
import { useMoving } from './moving/use-moving.ts'
import { NameSheet, type NamedItem } from './NameSheet.tsx'
import { gaps, movedTo, numBefore, totals } from './rules.ts'
import { ReviewStatus } from './ReviewProgress.tsx'
import { useMaterialChange } from './use-material-change.ts'
import style from './Material.module.css'

const route = getRouteApi('/staff/material-editor/$levelId')

/** Page for a level: its chapters, and its assessment. */
export function LevelPage() {
  const { levelId } = route.useParams()
  return (
    <LevelFrame place={{ levelId }}>
      {(level, chapters) => <Chapters level={level} chapters={chapters} />}
    </LevelFrame>
  )
}

type OpenDialog =
  | { dialog: 'level' }
  | { dialog: 'name'; named: NamedItem }
  | { dialog: 'drop'; chapter: Chapter }

/** Returns the question counts of a chapter, including its test. */
const chapterTotals = ({ sections, test }: Chapter) => totals([...sections, ...(test?.sections ?? [])])

function Chapters({ level, chapters }: { level: Level; chapters: Chapter[] }) {
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const nums = chapters.map(({ num }) => num)
  const free =
    Array.from({ length: chapters.length + 1 }, (_, at) => at + 1).find((num) => !nums.includes(num)) ?? 1
  const addButton = (
    <Button
      icon={<Plus aria-hidden />}
      onClick={() =>
        setOpen({
          dialog: 'name',
          named: { kind: 'new chapter', num: free, beyond: free > level.chapterCount, record: null },
        })
      }
    >
      {' '}
      {t('Add chapter')}{' '}
    </Button>
  )
  const changeButton = (
    <Button icon={<Pencil aria-hidden />} onClick={() => setOpen({ dialog: 'level' })}>
      {' '}
      {t('Change level')}{' '}
    </Button>
  )
  const missing = gaps(level.chapterCount, chapters)
  return (
    <>
      <PageHead
        title={level.name}
        facts={chapters.length > 0 && <Facts chapters={chapters} missing={missing} />}
        actions={
          chapters.length > 0 && (
            <>
              {changeButton}
              {addButton}
              {missing > 0 && <FillButton levelId={level._id} />}
            </>
          )
        }
      />
      {chapters.length === 0 ? (
        <EmptyState
          icon={<ListTree />}
          title={t('No chapters yet')}
          action={
            <>
              {level.chapterCount > 0 ? <FillButton levelId={level._id} /> : changeButton}
              {addButton}
            </>
          }
        >
          {level.chapterCount > 0
            ? t('Add {chapters}, each with an empty first section and a test.', {
                chapters: counted(level.chapterCount, 'chapter'),
              })
            : t('Set the number of chapters to add them all at once, or add the first one yourself.')}
        </EmptyState>
      ) : (
        <>
          <ChapterRows levelId={level._id} chapters={chapters} onOpen={setOpen} />
          <AssessmentCard level={level} chapters={chapters} />
        </>
      )}
      {open && <LevelDialog level={level} open={open} onClose={() => setOpen(null)} />}
    </>
  )
}

function Facts({ chapters, missing }: { chapters: Chapter[]; missing: number }) {
  const all = totals(chapters.map(chapterTotals))
  return (
    <>
      {counted(all.questions, 'question')} <ReviewStatus of={all} />
      {missing > 0 && <> · {t('{chapters} not added yet', { chapters: counted(missing, 'chapter') })}</>}
    </>
  )
}

function FillButton({ levelId }: { levelId: string }) {
  const changed = useMaterialChange()
  const fill = useSend(material.fillChapters, {
    onSuccess: async () => {
      await changed()
      toast(t('Chapters added.'))
    },
  })
  return (
    <Button
      kind="primary"
      icon={<ListTree aria-hidden />}
      busy={fill.isPending}
      onClick={() => fill.mutate({ levelId })}
    >
      {' '}
      {t('Add missing chapters')}{' '}
    </Button>
  )
}

function LevelDialog({ level, open, onClose }: { level: Level; open: OpenDialog; onClose: () => void }) {
  const navigate = useNavigate()
  if (open.dialog === 'level')
    return <LevelSheet course={{ _id: level.courseId, name: level.course }} level={level} onClose={onClose} />
  if (open.dialog === 'name') return <NameSheet levelId={level._id} named={open.named} onClose={onClose} />
  const { chapter } = open
  return (
    <DropDialog
      itemName={t('chapter “{name}”', chapter)}
      drop={() => call(material.dropChapter, { levelId: level._id, chapterNum: chapter.num })}
      onDropped={() => void navigate({ to: '/material-editor/$levelId', params: { levelId: level._id } })}
      onClose={onClose}
    >
      {' '}
      {t(
        'Its sections, its test and their questions are deleted too. You can’t delete a chapter that is used in assigned work.',
      )}{' '}
    </DropDialog>
  )
}

type ChapterRowsProps = { levelId: string; chapters: Chapter[]; onOpen: (open: OpenDialog) => void }

function ChapterRows({ levelId, chapters, onOpen }: ChapterRowsProps) {
  const move = useMoving(read(material.chapters, { levelId }).queryKey, {
    send: ({ from, to }) => call(material.changeChapter, { levelId, chapterNum: from, num: to }),
    done: (stored: Chapter[], { from, to }: { from: number; to: number }) => movedTo(stored, from, to),
  })
  const numAt = (at: number) => chapters[at]?.num ?? 0
  return (
    <OrderedRows
      label={t('Chapters')}
      isCard
      items={chapters}
      onMove={(from, to) => move({ from: numAt(from), to: numAt(to) })}
      renderRow={(chapter, moving) => (
        <>
          <Link
            to="/material-editor/$levelId/$chapterNum"
            params={{ levelId, chapterNum: String(chapter.num) }}
            className={`${style.name} bold breakable ink no-underline`}
            draggable={false}
            aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          >
            <span className={style.num}>{numBefore(chapter)}</span>
            {chapter.name}
          </Link>
          <span className={`${style.figures} quiet`} data-figures>
            {counted(chapterTotals(chapter).questions, 'question')}
          </span>
          <span className={`${style.figures} quiet`}>
            <ReviewStatus of={chapterTotals(chapter)} />
          </span>
          <RowMenu
            of={t('chapter {name}', chapter)}
            change={{
              label: t('Rename'),
              onClick: () => onOpen({ dialog: 'name', named: { kind: 'chapter', record: chapter } }),
            }}
            onDrop={() => onOpen({ dialog: 'drop', chapter })}
          >
            {moving}
          </RowMenu>
        </>
      )}
    />
  )
}
