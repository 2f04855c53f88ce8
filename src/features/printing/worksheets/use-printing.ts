import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { useSend } from '#web/api.ts'
import { frame } from '../reading/frame.ts'
import { type PrintedPlace, type Worksheet, worksheets } from './api.ts'

const rounded = (mm: number) => Math.round(mm * 100) / 100

/**
 * Measures the positions of the questions and their bubbles on a page, in millimeters from the origin of its
 * frame.
 */
function placesOn(page: Element, questions: Worksheet['questions']): PrintedPlace[] {
  const box = page.getBoundingClientRect()
  const perMm = box.width / frame.width
  return [...page.querySelectorAll<HTMLElement>('[data-question]')].map((question) => {
    const num = Number(question.dataset['question'])
    const { top, bottom } = question.getBoundingClientRect()
    const bubbles = [...question.querySelectorAll<HTMLElement>('[data-bubble]')].map((bubble) => {
      const around = bubble.getBoundingClientRect()
      return {
        name: bubble.dataset['bubble'] ?? '',
        x: rounded((around.left + around.width / 2 - box.left) / perMm),
        y: rounded((around.top + around.height / 2 - box.top) / perMm),
      }
    })
    return {
      num,
      revision: questions.find((each) => each.num === num)?.revision ?? 1,
      top: rounded((top - box.top) / perMm),
      bottom: rounded((bottom - box.top) / perMm),
      bubbles,
    }
  })
}

/** Calls `print` on Ctrl+P or ⌘P, because the browser itself would print pages without codes. */
export function usePrintKeys(print: () => void) {
  const latest = useEffectEvent(print)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'p' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      latest()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

type PrintOptions = {
  centerId: string
  worksheet: Worksheet
  /** Element that contains the pages. The frame of each page has the attribute `data-frame`. */
  box: RefObject<HTMLElement | null>
  /** Layout of the pages. A new layout gets new codes. */
  layout: string
}

/**
 * Returns `print`, which stores the pages and prints them once their codes are shown. `codes` lists the ids
 * of the pages, or is null until they are stored. Printing the same layout again prints the same codes.
 */
export function usePrinting({ centerId, worksheet, box, layout }: PrintOptions) {
  const [stored, setStored] = useState<{ layout: string; codes: string[] } | null>(null)
  const [prints, setPrints] = useState(0)
  const codes = stored?.layout === layout ? stored.codes : null
  const send = useSend(worksheets.print, {
    onSuccess: ({ pages }) => {
      setStored({ layout, codes: pages })
      setPrints((count) => count + 1)
    },
  })
  useEffect(() => {
    if (prints > 0) window.print()
  }, [prints])
  const print = () => {
    if (codes) return setPrints((count) => count + 1)
    const pages = [...(box.current?.querySelectorAll('[data-frame]') ?? [])]
    send.mutate({
      centerId,
      workId: worksheet.workId,
      pages: pages.map((page) => placesOn(page, worksheet.questions)),
    })
  }
  return { codes, print, isPending: send.isPending }
}
