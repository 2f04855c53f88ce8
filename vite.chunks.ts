import type { Plugin, Rolldown } from 'vite'

type Graph = Pick<Rolldown.PluginContext, 'getModuleInfo' | 'getModuleIds'>

/** What every page stands on packs better as one file, and stays on a device from one build to the next. */
const base = /\/node_modules\/(react|react-dom|scheduler|@tanstack|idb|uuid|use-sync-external-store)\//

/** Where everybody begins, and the page on which most answers are given. */
const firstScreens = /\/(family\/FamilyShell|overview\/StudentQuestionPage)\.tsx$/
const drawn = /\/src\/(ui|web)\/|\.tsx$|\.module\.css$|\/use-[\w-]+\.ts$/

/**
 * So many of the staff's screens show what all of them load; what fewer show comes when it is shown. With 4 a
 * screen of theirs takes the fewest files, and an eighth more bytes than if each shared part were a file.
 */
const fewestScreens = 4

/** Parts of staff's screens that load by themselves: the shell, forms for authors, and questions on paper. */
const staffParts = /\/shell\/StaffShell\.tsx$|\/questions\/kinds\/.+(Form|Printed)\.tsx$/

/** Contracts are built as addresses, and neither they nor what asks at them takes the schemas along. */
const contract = /\/(api|shared\/contract)\.ts$/
const contractOf = /\/features\/.+\/api\.ts$/

const icons = /\/lucide-react\//
const iconFile = /\/icons\/[\w-]+\.mjs$/
const iconsAsked = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g
const iconsGiven = /export \{([^}]*)\} from '\.(\/icons\/[\w-]+\.mjs)'/g

/**
 * The files of the icons that these modules ask for by name: their package has one module that names them
 * all.
 */
function iconsOf(graph: Graph, modules: Iterable<string>) {
  const code = (id: string) => graph.getModuleInfo(id)?.code ?? ''
  const namesIn = (list = '') => list.match(/\w+/g) ?? []
  const asked = new Set(
    [...modules].flatMap((id) => [...code(id).matchAll(iconsAsked)].flatMap(([, list]) => namesIn(list))),
  )
  const all = [...graph.getModuleIds()].filter((id) => icons.test(id) && !iconFile.test(id))
  const given = all.flatMap((id) => [...code(id).matchAll(iconsGiven)])
  return new Set(
    given
      .filter(([, list]) => namesIn(list).some((name) => name !== 'default' && asked.has(name)))
      .map(([, , file]) => file),
  )
}

/**
 * Says of a module in which file it goes; null where the bundler puts it: in its screen's, or in one for just
 * those screens that need it. No file may need another one that needs it, which would begin with half of it:
 * so each takes along what needs a part of it in turn.
 */
function plan(graph: Graph): (id: string) => string | null {
  const ids = [...graph.getModuleIds()]
  // Of another contract, one takes the shapes of fields alone.
  const isTaken = (id: string, next: string) =>
    !icons.test(next) && !(contractOf.test(id) && contractOf.test(next))
  function reached(from: string[], ends = /^$/) {
    const found = new Set(from)
    for (const id of found)
      if (!ends.test(id))
        for (const next of graph.getModuleInfo(id)?.importedIds ?? []) if (isTaken(id, next)) found.add(next)
    return found
  }
  const staffScreens = new Set(graph.getModuleInfo('virtual:staff-screens')?.dynamicallyImportedIds)
  for (const id of ids) if (staffParts.test(id)) staffScreens.add(id)
  const screens = ids.filter(
    (id) => graph.getModuleInfo(id)?.dynamicImporters.length && !id.startsWith('virtual:'),
  )
  const start = reached(ids.filter((id) => id.endsWith('/src/web/main.tsx')))
  const first = reached(ids.filter((id) => firstScreens.test(id)))
  const later = reached(screens.filter((id) => !firstScreens.test(id)))
  const others = reached(screens.filter((id) => !staffScreens.has(id)))
  const staff = [...staffScreens].map((screen) => reached([screen]))
  const iconsIn = {
    start: iconsOf(graph, start),
    first: iconsOf(graph, first),
    others: iconsOf(graph, others),
  }
  const isDrawn = (id: string) => drawn.test(id) && !start.has(id)
  const needsPackages = (id: string) =>
    [...reached([id], contract)].some((each) => each.includes('/node_modules/') && !base.test(each))
  // A page that imports a component shows it, but most pages need only a part of the rules of questions and
  // of files with schemas.
  const isInPart = (id: string) =>
    /\/(features\/questions\/|math\/|shared\/spoken\.ts)/.test(id) || needsPackages(id)
  const isFirst = (id: string) => !later.has(id) || !isInPart(id) || [...reached([id])].some(isDrawn)
  // What everybody begins with and a screen shows too would be a file of its own for each kind of them; what
  // needs a package comes with that.
  const isInStart = (id: string) => (first.has(id) || later.has(id)) && !needsPackages(id)

  return (id) => {
    if (icons.test(id)) {
      const file = iconFile.exec(id)?.[0]
      if (!file || iconsIn.start.has(file)) return 'start'
      return iconsIn.first.has(file) ? 'first' : iconsIn.others.has(file) ? 'parts' : 'staff'
    }
    if (screens.includes(id)) return null
    if (start.has(id)) return isInStart(id) ? 'start' : null
    if (first.has(id)) return isFirst(id) ? 'first' : null
    if (others.has(id)) return needsPackages(id) ? null : 'parts'
    return staff.filter((each) => each.has(id)).length >= fewestScreens ? 'staff' : null
  }
}

/**
 * The pages' modules in few files: each file that a page takes costs its server, its network and its tablet
 * more than some bytes which it doesn't need. Nothing that only the staff's screens show is in a file that
 * others take.
 */
export function chunks() {
  let fileOf: (id: string) => string | null = () => null
  const plugin: Plugin = {
    name: 'chunks',
    apply: 'build',
    buildEnd() {
      fileOf = plan(this)
    },
  }
  const groups = [
    { name: 'base', test: base, priority: 1 },
    { name: (id: string) => fileOf(id), debugName: 'pages', includeDependenciesRecursively: false },
  ]
  return { plugin, groups }
}
