# The gateway from its release archive, as an unprivileged user. Unpack the archive, and in its folder:
#   docker build --tag spillway-gateway:0.11.0 .
# Run it on a read-only file system; only /data is written to. Docker kills after 10 s unless told otherwise, so stop it with
# "docker stop --time 1620": paid calls then end well.
#   docker run --read-only --cap-drop ALL --security-opt no-new-privileges -v spillway:/data -p 3000:3000 \
#     -e SPILLWAY_UPSTREAM=https://service.example.com -e SPILLWAY_PUBLIC_URL=https://spillway.example.com spillway-gateway:0.11.0
FROM node:24.21.0-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production PORT=3000 SPILLWAY_TLS=off SPILLWAY_DATA=/data
COPY server ./server
COPY addin ./addin
COPY help ./help
RUN install -d -o node -g node -m 0700 /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=3s --start-period=10s CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/gateway.mjs"]
