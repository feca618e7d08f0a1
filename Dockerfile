# syntax=docker/dockerfile:1
# The gateway from its release archive, as an unprivileged user. Build from the repository's root:
#   docker build -t spillway-gateway .
# Run it on a read-only file system; only /data is written to:
#   docker run --read-only --cap-drop ALL --security-opt no-new-privileges -v spillway:/data -p 3000:3000 \
#     -e SPILLWAY_UPSTREAM=https://service.example.com -e SPILLWAY_PUBLIC_URL=https://spillway.example.com spillway-gateway
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /source
COPY . .
RUN npm run release \
 && mkdir /app \
 && tar -xzf dist/release/spillway-gateway-*.tar.gz -C /app --strip-components=1

FROM node:24.21.0-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production PORT=3000 SPILLWAY_TLS=off SPILLWAY_DATA=/data
COPY --from=build --chown=root:root /app ./
RUN install -d -o node -g node -m 0700 /data
USER node
VOLUME /data
EXPOSE 3000
# Docker kills after 10 s unless told otherwise: docker stop --time 1620, so that paid calls end well.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=3s --start-period=10s CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/gateway.mjs"]
