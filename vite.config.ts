import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import { chunks } from './vite.chunks.ts'
import { withoutSchemas } from './vite.schemas.ts'
import { avatarIcon, avatars, type AvatarName } from './src/shared/avatars.ts'

/** The part of an Iconify set that is used here. */
type IconSet = { icons: Record<string, { body: string }>; width: number; height: number }

/**
 * Generates `/avatars/<name>.svg` from the icon package, both during development and at build, so that no
 * picture is copied into the repository.
 */
function avatarPictures(): Plugin {
  let set: IconSet | undefined
  function picture(name: AvatarName) {
    set ??= JSON.parse(
      readFileSync(fileURLToPath(import.meta.resolve('@iconify-json/fluent-emoji-flat/icons.json')), 'utf8'),
    ) as IconSet
    const icon = set.icons[avatarIcon(name)]
    if (!icon) throw new Error(`The icon set draws no ${name}.`)
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${set.width} ${set.height}">${icon.body}</svg>`
  }
  return {
    name: 'avatar-pictures',
    configureServer({ middlewares }) {
      middlewares.use('/avatars', (request, response, next) => {
        const name = avatars.find((one) => request.url === `/${one}.svg`)
        if (!name) return next()
        response.setHeader('content-type', 'image/svg+xml').end(picture(name))
      })
    },
    generateBundle() {
      for (const name of avatars)
        this.emitFile({ type: 'asset', fileName: `avatars/${name}.svg`, source: picture(name) })
    },
  }
}

/** Icons for the home screen, drawn from the logo so that there is only one drawing. */
const appIcons = [
  { name: 'icon-192.png', size: 192 },
  { name: 'icon-512.png', size: 512 },
  // Systems crop these to their own shape: the background extends to the edge, and everything else stays
  // within the middle four fifths.
  { name: 'icon-maskable-512.png', size: 512, full: true },
  { name: 'apple-touch-icon.png', size: 180, full: true },
]

function homeScreenIcons(): Plugin {
  const logo = readFileSync(fileURLToPath(new URL('src/web/public/favicon.svg', import.meta.url)), 'utf8')
  const full = logo
    .replace(' rx="15"', '')
    .replace('viewBox="0 0 64 64"', 'viewBox="-6 -6 76 76"')
    .replace('<rect ', '<rect x="-6" y="-6" ')
  const edged = full.replace('width="64" height="64"', 'width="76" height="76"')
  return {
    name: 'home-screen-icons',
    apply: 'build',
    async generateBundle() {
      for (const { name, size, full: whole = false } of appIcons) {
        const source = await sharp(Buffer.from(whole ? edged : logo), { density: 600 })
          .resize(size, size)
          .png({ palette: true })
          .toBuffer()
        this.emitFile({ type: 'asset', fileName: name, source })
      }
    },
  }
}

/**
 * Leaves out two of the three formats in which KaTeX offers each of its fonts, because every browser that we
 * build for supports woff2.
 */
function onlyWoff2(): Plugin {
  return {
    name: 'only-woff2',
    enforce: 'pre',
    transform: {
      filter: { id: /katex[^/]*\.css/ },
      handler: (css) => css.replaceAll(/,\s*url\([^)]+\.(?:woff|ttf)\)\s*format\("?\w+"?\)/g, ''),
    },
  }
}

/** Files of a student's pages. Everything else needs a network anyway. */
const studentPages = [
  /web\/index\.html$/,
  /web\/early-reads\.ts$/,
  /family\/FamilyShell\.tsx$/,
  /shell\/LongWaiting\.tsx$/,
  /shell\/SavedOnDevice\.tsx$/,
  /shell\/LogOutDialog\.tsx$/,
  /family\/FamilyFooter\.tsx$/,
  /shell\/PageFooter\.tsx$/,
  /overview\/StudentHomePage\.tsx$/,
  /practice\/HomeworkPage\.tsx$/,
  /overview\/StudentQuestionPage\.tsx$/,
  /practice\/TimeLeft\.tsx$/,
  /practice\/TimeOver\.tsx$/,
  /fields\/WorkPart\.tsx$/,
  /kinds\/graph\/GraphPaper\.tsx$/,
  /accounts\/ProfilePage\.tsx$/,
]

/** Lists the files of a student's pages for the service worker, and names the build after them. */
function offlineShell(): Plugin {
  return {
    name: 'offline-shell',
    generateBundle: {
      // By then, chunks that contain only styles have been removed.
      order: 'post',
      handler(_, bundle) {
        const files = new Set(['/index.html', '/favicon.svg'])
        const add = (name: string) => {
          const chunk = bundle[name]
          if (chunk?.type !== 'chunk' || files.has(`/${name}`)) return
          files.add(`/${name}`)
          for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(`/${style}`)
          chunk.imports.forEach(add)
        }
        for (const page of studentPages) {
          const found = Object.entries(bundle).find(
            ([, chunk]) => chunk.type === 'chunk' && page.test(chunk.facadeModuleId ?? ''),
          )
          if (!found) throw new Error(`No page is ${String(page)}.`)
          add(found[0])
        }
        for (const name of Object.keys(bundle))
          if (/inter-latin-wght.*woff2$/.test(name)) files.add(`/${name}`)
        const worker = bundle['sw.js']
        if (worker?.type !== 'chunk') throw new Error('The build has no service worker.')
        const build = createHash('sha256')
          .update([...files].join())
          .digest('hex')
          .slice(0, 12)
        worker.code = worker.code
          .replace(/\bSHELL\b/, JSON.stringify([...files]))
          .replace(/\bBUILD\b/, JSON.stringify(build))
      },
    },
  }
}

/** Puts the early script, which requests a page's data, ahead of all other scripts in the document. */
function earlyScript(): Plugin {
  return {
    name: 'early-script',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const script = Object.values(bundle).find(({ name }) => name === 'early')
        if (!script) throw new Error('The build has no early script.')
        const attrs = { type: 'module', async: true, src: `/${script.fileName}` }
        return [{ tag: 'script', attrs, injectTo: 'head-prepend' }]
      },
    },
  }
}

/**
 * Requests the font together with the first scripts. Otherwise, text would appear in another font and then
 * move.
 */
function earlyFont(): Plugin {
  return {
    name: 'early-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const font = Object.keys(bundle).find((name) => /inter-latin-wght.*woff2$/.test(name))
        if (!font) throw new Error('The build has no font.')
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${font}` }
        return [{ tag: 'link', attrs, injectTo: 'head-prepend' }]
      },
    },
  }
}

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url))
/** The files that register pages and shells. */
const pageFiles = [...globSync(folder('src/features/*/pages.ts')), folder('src/web/shells.ts')]
const staffScreenImport = /(staffScreen\(\(\) => )import\('([^']+)'\)/g

/** Returns a screen's file, given the path by which the registering module imports the screen. */
const screenFile = (registeredBy: string, path: string) =>
  path.startsWith('#') ? folder(`src/${path.slice(1)}`) : resolve(dirname(registeredBy), path)

/**
 * Moves the file names of staff and device screens into a separate chunk, which the first such screen loads.
 * Otherwise, every page would load them, because the router knows every URL. This saves 8 kB of everybody's
 * first load, and no screen loads its chunks one after another.
 */
function staffScreensApart(): Plugin {
  const list = 'virtual:staff-screens'
  const fetcher = 'virtual:fetch-screen'
  const screensOf = (file: string) =>
    [...readFileSync(file, 'utf8').matchAll(staffScreenImport)].map(([, , path = '']) =>
      screenFile(file, path),
    )
  // Screens are referred to by number, because every page loads these references.
  const screens = [...new Set(pageFiles.flatMap(screensOf))]
  return {
    name: 'staff-screens-apart',
    apply: 'build',
    enforce: 'pre',
    resolveId: { filter: { id: /^virtual:(staff-screens|fetch-screen)$/ }, handler: (id) => id },
    load: {
      filter: { id: /^virtual:(staff-screens|fetch-screen)$/ },
      handler(id) {
        if (id === fetcher)
          return `export const fetchScreen = (at) => import('${list}').then(({ screens }) => screens[at]())`
        const entries = screens.map((screen) => `() => import(${JSON.stringify(screen)})`)
        return `export const screens = [${entries.join(', ')}]`
      },
    },
    transform: {
      filter: { id: /\/(pages|shells)\.ts$/ },
      handler(code, id) {
        if (!pageFiles.includes(id)) return null
        const apart = code.replaceAll(
          staffScreenImport,
          (_, call: string, path: string) => `${call}fetchScreen(${screens.indexOf(screenFile(id, path))})`,
        )
        return apart === code
          ? null
          : { code: `import { fetchScreen } from '${fetcher}'\n${apart}`, map: null }
      },
    },
  }
}

const registration =
  /getParentRoute: \(\) => (\w+),\s+path: '([^']+)',(?:(?!createRoute)[\s\S])*?component: \w+\(\(\) => import\('([^']+)'\)/g

/** Files that every staff page loads in addition to its own. */
const staffFrame = [/^virtual:staff-screens$/, /\/shell\/StaffShell\.tsx$/]
/** Files that a page loads in addition to its own, by its parent route. */
const frames: Record<string, RegExp[]> = {
  staffShell: staffFrame,
  parentsChild: [...staffFrame, /\/ParentsChild\.tsx$/],
  deviceShell: [/^virtual:staff-screens$/, /\/DeviceShell\.tsx$/],
  familyShell: [/\/FamilyShell\.tsx$/],
  root: [],
}

/**
 * Lists the files of each page for the server, which names them in the page's document, so that the browser
 * loads them in parallel rather than one after another.
 */
function filesOfPages(): Plugin {
  return {
    name: 'files-of-pages',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const built = Object.values(bundle).filter((each) => each.type === 'chunk')
        function withImports(found: Set<(typeof built)[number]>) {
          for (const each of found)
            for (const file of each.imports) {
              const next = bundle[file]
              if (next?.type === 'chunk') found.add(next)
            }
          return found
        }
        const named = (test: RegExp) => built.filter(({ facadeModuleId }) => test.test(facadeModuleId ?? ''))
        const start = withImports(new Set(named(/\/web\/index\.html$/)))
        const pages = pageFiles.flatMap((file) =>
          [...readFileSync(file, 'utf8').matchAll(registration)].flatMap(
            ([, parent = '', path = '', from = '']) => {
              const screen = screenFile(file, from)
              const own = built.filter(({ facadeModuleId }) => facadeModuleId === screen)
              const frame = frames[parent]?.flatMap(named) ?? []
              const needed = [...withImports(new Set([...frame, ...own]))].filter((each) => !start.has(each))
              const styles = needed.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
              const files = { scripts: needed.map(({ fileName }) => fileName), styles: [...new Set(styles)] }
              // A name in braces may be omitted from the URL.
              return [path.replace('/{-', '/').replace('}', ''), path.replace(/\/\{-\$\w+\}/, '')].map(
                (each) => [each, files] as const,
              )
            },
          ),
        )
        const source = JSON.stringify(Object.fromEntries(pages))
        this.emitFile({ type: 'asset', fileName: '.vite/pages.json', source })
      },
    },
  }
}

/**
 * Adds compressed copies of scripts, styles and SVG pictures, a third of their size, because not every
 * installation has a proxy that compresses files.
 */
function packed(): Plugin {
  return {
    name: 'packed',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      for (const name of Object.keys(bundle).filter((each) => /\.(js|css|svg)$/.test(each))) {
        const file = join(dir, name)
        const text = readFileSync(file)
        if (text.length < 1000) continue
        writeFileSync(
          `${file}.br`,
          brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
        )
        writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }))
      }
    },
  }
}

const { version } = JSON.parse(
  readFileSync(fileURLToPath(new URL('package.json', import.meta.url)), 'utf8'),
) as { version: string }

/** Returns the short id of the commit that is built, or an empty string outside a repository. */
function commit() {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return ''
  }
}

/** Plugins for both builds: the first one, which finds out which modules screens use, and the real one. */
const transforms = () => [onlyWoff2(), withoutSchemas(), staffScreensApart()]

/**
 * Builds pages and libraries that are written for React with Preact, which is 55 kB smaller (decision 0026).
 * Preact already has the hook that the shim adds to older versions of React.
 */
const preactForReact = [
  { find: /^(react|react-dom|use-sync-external-store\/shim)$/, replacement: 'preact/compat' },
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react\/jsx-(dev-)?runtime$/, replacement: 'preact/jsx-runtime' },
]
/**
 * Lets parts of Mantine that we don't use import what only React has, without a warning about them or about
 * Mantine's directives for React's server components.
 */
const libraryOptions = {
  shimMissingExports: true,
  checks: { shimmedExport: false, moduleLevelDirective: false },
}

const config = (): UserConfig => ({
  define: {
    __VERSION__: JSON.stringify(version),
    __COMMIT__: JSON.stringify(commit()),
    // Keeps schemas from trying to compile themselves, which the content security policy forbids and reports.
    'globalThis.__zod_globalConfig': '({ jitless: true })',
  },
  root: folder('src/web'),
  resolve: { alias: preactForReact },
  build: {
    target: 'baseline-widely-available',
    sourcemap: false,
    // Every browser that we build for preloads modules natively.
    modulePreload: {
      polyfill: false,
      // Every page has already loaded the files whose names begin with these.
      resolveDependencies: (_, files, { hostType }) =>
        files.filter((file) => hostType === 'html' || !/\/(base|start|rolldown-runtime)-/.test(file)),
    },
    // The content security policy allows pictures and fonts only from our own origin, not from data: URLs.
    assetsInlineLimit: 0,
    rolldownOptions: {
      ...libraryOptions,
      // Otherwise, a page would be merged into the code it shares with another, and could no longer be found
      // by its name.
      experimental: { chunkOptimization: { mergeCommonChunks: false } },
      input: {
        index: folder('src/web/index.html'),
        early: folder('src/web/early-reads.ts'),
        sw: folder('src/web/sw.ts'),
      },
    },
  },
})

const pageChunks = chunks(config, transforms)
const { build, ...common } = config()

export default defineConfig({
  ...common,
  plugins: [
    ...transforms(),
    avatarPictures(),
    homeScreenIcons(),
    offlineShell(),
    earlyScript(),
    earlyFont(),
    filesOfPages(),
    pageChunks.plugin,
    packed(),
  ],
  optimizeDeps: { rolldownOptions: libraryOptions },
  // During development, the pages, including `api.ts`, are served from here, and everything else by the
  // server running alongside.
  server: { proxy: { '^/api/': { target: 'http://localhost:3000', ws: true } } },
  build: {
    ...build,
    outDir: '../../dist/web',
    emptyOutDir: true,
    // Used by the benchmark and a test, which add up the files that a page loads.
    manifest: true,
    rolldownOptions: {
      ...build?.rolldownOptions,
      output: {
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        codeSplitting: { groups: pageChunks.groups },
      },
    },
  },
})
