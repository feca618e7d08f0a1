// Three builds from one source: the add-in (what Excel loads), the playground (the simulated Excel), the servers.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import CopyPlugin from 'copy-webpack-plugin';
import HtmlPlugin from 'html-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import Minimizer from 'minimizer-webpack-plugin';
import webpack from 'webpack';

const here = fileURLToPath(import.meta.url);
const at = (...parts) => path.resolve(here, '..', ...parts);
const publicUrl = (process.env.SPILLWAY_PUBLIC_URL ?? 'https://localhost:3000').replace(/\/+$/, '');
const functionIds = JSON.parse(readFileSync(at('src/functions/functions.json'), 'utf8')).functions.map(
  ({ id }) => id,
);
const namespace = process.env.SPILLWAY_NAMESPACE ?? '';
const clientId = process.env.SPILLWAY_ENTRA_CLIENT_ID ?? '';

const typescript = {
  test: /\.tsx?$/,
  exclude: /node_modules/,
  loader: 'ts-loader',
  // Types are checked once, by `npm run typecheck`, not once for each build.
  options: { transpileOnly: true, compilerOptions: { noEmit: false } },
};

const base = {
  mode: 'production',
  devtool: 'source-map',
  context: at('.'),
  resolve: { extensions: ['.tsx', '.ts', '.js'] },
  module: { rules: [typescript] },
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
  module: { rules: [typescript, { test: /\.css$/, use: [MiniCssExtractPlugin.loader, 'css-loader'] }] },
};

const css = () => new MiniCssExtractPlugin({ filename: '[name].[contenthash:10].css' });
const constants = () =>
  new webpack.DefinePlugin({
    SPILLWAY_NAMESPACE: JSON.stringify(namespace),
    SPILLWAY_FUNCTIONS: JSON.stringify(functionIds),
  });

/** The files written for localhost become files for the public address; see manifest.xml. */
const forPublicUrl = (content) => content.toString().replaceAll('https://localhost:3000', publicUrl);

/** No namespace is the rule; a development copy or a company's prefix gets its element and its string. */
const withNamespace = (manifest) => {
  if (namespace === '') return manifest;
  if (!/^[A-Za-z][A-Za-z0-9_.]{0,31}$/.test(namespace))
    throw new Error(`SPILLWAY_NAMESPACE must be letters, digits, _ and . (got ${namespace}).`);
  return manifest
    .replace(/(\s*)<\/Metadata>/, '$&$1<Namespace resid="Functions.Namespace"/>')
    .replace(
      /(\s*)<bt:ShortStrings>/,
      `$&$1  <bt:String id="Functions.Namespace" DefaultValue="${namespace}"/>`,
    );
};

/** Excel hands out tokens only to an add-in that names its registration; it must be the last child, see its schema. */
const withSignIn = (manifest) => {
  if (clientId === '') return manifest;
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(clientId))
    throw new Error(
      `SPILLWAY_ENTRA_CLIENT_ID must be the application's client ID, a GUID (got ${clientId}).`,
    );
  const resource = `api://${new URL(publicUrl).host}/${clientId}`;
  const lines = [
    '<WebApplicationInfo>',
    `  <Id>${clientId}</Id>`,
    `  <Resource>${resource}</Resource>`,
    '  <Scopes>',
    '    <Scope>openid</Scope>',
    '    <Scope>profile</Scope>',
    '  </Scopes>',
    '</WebApplicationInfo>',
  ];
  return manifest.replace(
    /\n( *)<\/VersionOverrides>/,
    (end, indent) => lines.map((line) => `\n${indent}  ${line}`).join('') + end,
  );
};

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
      template: './src/taskpane/taskpane.html',
      filename: 'taskpane.html',
      scriptLoading: 'defer',
    }),
    new CopyPlugin({
      patterns: [
        { from: 'assets', to: 'assets' },
        { from: 'src/functions/functions.json', transform: forPublicUrl },
        { from: 'src/functions/reference/help.{html,css}', to: '[name][ext]' },
        { from: 'manifest.xml', transform: (content) => withSignIn(withNamespace(forPublicUrl(content))) },
      ],
    }),
    stableFunctionsScript,
  ],
};

const playground = {
  ...browser,
  name: 'playground',
  devtool: false,
  entry: { playground: './src/playground/index.ts' },
  output: { ...browser.output, path: at('dist/playground') },
  plugins: [
    css(),
    new HtmlPlugin({
      template: './src/playground/playground.html',
      filename: 'index.html',
      scriptLoading: 'defer',
    }),
  ],
};

const servers = {
  ...base,
  name: 'servers',
  target: 'node20',
  entry: { sandbox: './src/sandbox/main.ts', gateway: './src/gateway/main.ts' },
  experiments: { outputModule: true },
  externalsType: 'module',
  // Native or worker-starting packages cannot be bundled; the rest is, so that the servers start fast.
  externals: ['classic-level', 'pino', 'office-addin-dev-certs'],
  output: {
    path: at('dist/server'),
    filename: '[name].mjs',
    module: true,
    chunkFormat: 'module',
    clean: true,
  },
  optimization: { minimize: false },
};

export default [addin, playground, servers];
