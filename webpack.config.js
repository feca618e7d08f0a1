// Three builds from one source: the add-in (what Excel loads), the playground (the simulated Excel), the servers.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import CopyPlugin from 'copy-webpack-plugin';
import HtmlPlugin from 'html-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import Minimizer from 'minimizer-webpack-plugin';
import webpack from 'webpack';
import { languages, translatedMetadata } from './scripts/languages.mjs';
import { bundledPackages } from './scripts/release/bundledPackages.mjs';
import { installed, localAddress } from './src/gateway/files/manifestText.mjs';

const here = fileURLToPath(import.meta.url);
const at = (...parts) => path.resolve(here, '..', ...parts);
const publicUrl = (process.env.SPILLWAY_PUBLIC_URL || localAddress).replace(/\/+$/, '');
const functionIds = JSON.parse(readFileSync(at('src/functions/functions.json'), 'utf8')).functions.map(
  ({ id }) => id,
);
const installation = {
  address: publicUrl,
  namespace: process.env.SPILLWAY_NAMESPACE ?? '',
  clientId: process.env.SPILLWAY_ENTRA_CLIENT_ID ?? '',
};

const typescript = {
  test: /\.tsx?$/,
  exclude: /node_modules/,
  loader: 'ts-loader',
  // Types are checked once, by `npm run typecheck`, not once for each build. Fields are assigned, not declared as well: a
  // parameter that is also a field would be written twice.
  options: { transpileOnly: true, compilerOptions: { noEmit: false, useDefineForClassFields: false } },
};

/** Each language is compiled when it is loaded: see scripts/messages.mjs. */
const messages = {
  test: /src[\\/]languages[\\/].+\.json$/,
  type: 'json',
  loader: at('scripts/messages.mjs'),
};

const base = {
  mode: 'production',
  devtool: 'source-map',
  context: at('.'),
  resolve: { extensions: ['.tsx', '.ts', '.js'] },
  module: { rules: [typescript, messages] },
  cache: { type: 'filesystem', buildDependencies: { config: [here] } },
  // Four times as fast as the default, and as small.
  optimization: { minimizer: [new Minimizer({ minify: Minimizer.swcMinify, extractComments: false })] },
  performance: { hints: false },
  stats: 'errors-warnings',
};

const browser = {
  ...base,
  target: ['web', 'es2022'],
  output: {
    filename: '[name].[contenthash:10].js',
    chunkFilename: '[name].[contenthash:10].js',
    clean: true,
  },
  module: {
    rules: [...base.module.rules, { test: /\.css$/, use: [MiniCssExtractPlugin.loader, 'css-loader'] }],
  },
};

const css = () => new MiniCssExtractPlugin({ filename: '[name].[contenthash:10].css' });
const constants = () =>
  new webpack.DefinePlugin({
    SPILLWAY_FUNCTIONS: JSON.stringify(functionIds),
  });

/** The files written for localhost become files of the installation; see manifest.xml. */
const ofInstallation = (name) => (content) => installed(name, content.toString(), installation);

/** The manifest must name the script, though the shared runtime loads the page: a copy under a name without hash. */
const stableFunctionsScript = {
  apply(compiler) {
    const { Compilation, sources } = webpack;
    compiler.hooks.thisCompilation.tap('functions.js', (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'functions.js', stage }, () => {
        const [file] = compilation.entrypoints.get('functions')?.getFiles() ?? [];
        const asset = file && compilation.getAsset(file);
        if (asset) compilation.emitAsset('functions.js', new sources.RawSource(asset.source.source()));
      });
    });
  },
};

const addin = {
  ...browser,
  name: 'addin',
  entry: {
    functions: './src/functions/index.ts',
    // The pane is an entry of the same page and shares the functions' modules: one runtime, one engine.
    taskpane: { import: './src/taskpane/index.ts', dependOn: 'functions' },
  },
  output: { ...browser.output, path: at('dist/addin') },
  optimization: {
    ...base.optimization,
    // The names by which modules know each other, as short as can be: a file changes whole or not at all.
    mangleExports: 'size',
    splitChunks: {
      cacheGroups: {
        // All that a formula needs whose answer is kept is one file, which the pane finds loaded.
        core: {
          name: 'core',
          chunks: 'async',
          test: (module, { chunkGraph }) =>
            chunkGraph.getModuleChunks(module).some(({ name }) => name === 'formulas'),
          enforce: true,
        },
      },
    },
  },
  plugins: [
    css(),
    constants(),
    new HtmlPlugin({
      templateContent: ofInstallation('taskpane.html')(readFileSync(at('src/taskpane/taskpane.html'))),
      filename: 'taskpane.html',
      scriptLoading: 'defer',
    }),
    new CopyPlugin({
      patterns: [
        // The other drawings are what the icons are made from.
        { from: 'assets/{*.png,icon.svg}' },
        ...[undefined, ...languages].map((language) => ({
          from: 'src/functions/functions.json',
          to: language ? `functions.${language.tag}.json` : '[name][ext]',
          transform: (content) =>
            ofInstallation('functions.json')(
              language ? translatedMetadata(language, content.toString()) : content,
            ),
        })),
        { from: 'manifest.xml', transform: ofInstallation('manifest.xml') },
        {
          from: 'unified/*',
          transform: (content, file) =>
            file.endsWith('.json') ? ofInstallation(`unified/${path.basename(file)}`)(content) : content,
        },
      ],
    }),
    stableFunctionsScript,
    bundledPackages(at('dist/packages/addin.json')),
  ],
};

/**
 * The spreadsheet in files that a browser downloads and reads side by side. In one file of 6 MB, all of it is one function, which
 * is read again each time somebody wants to know the place of a call.
 */
const univerFiles = [
  ['formulas', /@univerjs[\\/](engine-formula|sheets-formula)[\\/]/],
  ['render', /@univerjs[\\/]engine-render[\\/]/],
  ['sheets', /@univerjs[\\/](core|sheets)[\\/]/],
  ['editors', /@univerjs[\\/](docs|docs-ui|ui|design|icons)[\\/]/],
  ['views', /@univerjs[\\/]/],
  ['packages', /node_modules[\\/]/],
];

/**
 * Chromium then compiles these files whole while they arrive, beside the page's own thread, which otherwise reads each function once more
 * when it is first called. Of the formulas, most are never called.
 */
const compiledWhole = new webpack.BannerPlugin({
  banner: '//# allFunctionsCalledOnLoad',
  raw: true,
  test: /^(render|sheets|editors|views|packages|playground)\..+\.js$/,
  stage: webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1,
});

const playground = {
  ...browser,
  name: 'playground',
  devtool: false,
  entry: {
    early: './playground/early.ts',
    // Shares what has begun.
    playground: { import: './playground/index.ts', dependOn: 'early' },
    // What serves the demo. Its address is what browsers know it by, so it has no hash.
    worker: { import: './demo/worker.ts', filename: 'worker.js' },
  },
  output: { ...browser.output, path: at('dist/playground') },
  // Reads files of fonts, of which the playground opens none.
  resolve: { ...base.resolve, alias: { 'opentype.js': false } },
  optimization: {
    ...base.optimization,
    splitChunks: {
      cacheGroups: Object.fromEntries(
        univerFiles.map(([name, test], index) => [
          name,
          { name, test, chunks: (chunk) => chunk.name === 'playground', priority: -index, enforce: true },
        ]),
      ),
    },
  },
  module: {
    rules: [
      ...browser.module.rules,
      { test: /@univerjs[\\/].+\.js$/, loader: at('playground/univer/lighterUniver.cjs') },
    ],
  },
  plugins: [
    css(),
    new HtmlPlugin({
      template: './playground/playground.html',
      filename: 'index.html',
      chunks: ['early', 'playground'],
      chunksSortMode: 'manual',
      scriptLoading: 'defer',
    }),
    compiledWhole,
  ],
};

/** Nobody runs a gateway on a telephone. */
const isServerPlatform = (file) => !file.includes('android');

const servers = {
  ...base,
  name: 'servers',
  target: 'node20',
  entry: { sandbox: './sandbox/main.ts', gateway: './src/gateway/entry.ts' },
  experiments: { outputModule: true },
  externalsType: 'module',
  // Everything is bundled, so that a release needs no npm. LevelDB's native code lies beside, for each platform:
  // node-gyp-build looks for it in the folder of the bundle.
  plugins: [
    new CopyPlugin({
      patterns: [{ from: 'node_modules/classic-level/prebuilds', to: 'prebuilds', filter: isServerPlatform }],
    }),
    // pg would use it if it were installed.
    new webpack.IgnorePlugin({ resourceRegExp: /^pg-native$/ }),
    bundledPackages(at('dist/packages/gateway.json'), (chunk) => chunk !== 'sandbox'),
  ],
  output: {
    path: at('dist/server'),
    filename: '[name].mjs',
    chunkFilename: '[name].mjs',
    assetModuleFilename: '[name][ext]',
    module: true,
    chunkFormat: 'module',
    clean: true,
  },
  node: { __dirname: 'node-module', __filename: 'node-module' },
  optimization: { minimize: false },
};

export default [addin, playground, servers];
