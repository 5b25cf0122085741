// Participants of a call who send video without encoding it and receive video without decoding it, so that many fit on
// one machine. They use LiveKit's SDK for Go, as LiveKit's own load test does. Each line of the input is an order in
// JSON, and each line of the output the answer.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/livekit/protocol/livekit"
	lksdk "github.com/livekit/server-sdk-go/v2"
	"github.com/pion/webrtc/v4"
	"github.com/pion/webrtc/v4/pkg/media"
)

type address struct {
	Url   string `json:"url"`
	Token string `json:"token"`
}

type camera struct {
	Width     int `json:"width"`
	Height    int `json:"height"`
	FrameRate int `json:"frameRate"`
	BitRate   int `json:"bitRate"`
}

type order struct {
	Order   string  `json:"order"`
	Address address `json:"address"`
	// Whether this participant has cameras in sight.
	Watches bool   `json:"watches"`
	Camera  camera `json:"camera"`
	// How many cameras those have in sight.
	InSight int `json:"inSight"`
}

type transferred struct {
	Bytes   uint64 `json:"bytes"`
	Packets uint64 `json:"packets"`
}

type traffic struct {
	Sent     transferred `json:"sent"`
	Received transferred `json:"received"`
}

type participant struct {
	room *lksdk.Room
	// The cameras that somebody has in sight.
	inSight atomic.Int64
}

var (
	participants []*participant
	// How many cameras are received, over all participants.
	received atomic.Int64
	// Of one participant; it may change as long as nobody has joined.
	mostInSight = 0
	ended       chan struct{}
)

func join(to address, watches bool) error {
	one := &participant{}
	callback := lksdk.NewRoomCallback()
	callback.OnTrackSubscribed = func(track *webrtc.TrackRemote, publication *lksdk.RemoteTrackPublication, _ *lksdk.RemoteParticipant) {
		// As the web client does for a camera out of sight.
		if one.inSight.Add(1) > int64(mostInSight) {
			publication.SetEnabled(false)
			return
		}
		packet := make([]byte, 1500)
		for isFirst := true; ; isFirst = false {
			if _, _, err := track.Read(packet); err != nil {
				return
			}
			if isFirst {
				received.Add(1)
			}
		}
	}
	room, err := lksdk.ConnectToRoomWithToken(to.Url, to.Token, callback, lksdk.WithAutoSubscribe(watches))
	if err != nil {
		return err
	}
	one.room = room
	participants = append(participants, one)
	return nil
}

func publish(one *participant, camera camera) (*lksdk.LocalTrack, error) {
	track, err := lksdk.NewLocalTrack(webrtc.RTPCodecCapability{MimeType: webrtc.MimeTypeVP8, ClockRate: 90_000})
	if err != nil {
		return nil, err
	}
	_, err = one.room.LocalParticipant.PublishTrack(track, &lksdk.TrackPublicationOptions{
		Source:      livekit.TrackSource_CAMERA,
		VideoWidth:  camera.Width,
		VideoHeight: camera.Height,
	})
	return track, err
}

// Sends frames of one size, so that the bit rate is exact. What is in them does not matter, except that the first bit
// tells LiveKit which frames are key frames.
func send(track *lksdk.LocalTrack, camera camera, ended chan struct{}) {
	every := time.Second / time.Duration(camera.FrameRate)
	timer := time.NewTicker(every)
	defer timer.Stop()
	for number := 0; ; number++ {
		select {
		case <-ended:
			return
		case <-timer.C:
			data := make([]byte, camera.BitRate/8/camera.FrameRate)
			if number%camera.FrameRate != 0 {
				data[0] = 1
			}
			_ = track.WriteSample(media.Sample{Data: data, Duration: every}, nil)
		}
	}
}

func readTraffic(one *participant) traffic {
	var sum traffic
	local := one.room.LocalParticipant
	for _, connection := range []*webrtc.PeerConnection{local.GetPublisherPeerConnection(), local.GetSubscriberPeerConnection()} {
		if connection == nil {
			continue
		}
		for _, stats := range connection.GetStats() {
			if pair, ok := stats.(webrtc.ICECandidatePairStats); ok {
				sum.Sent.Bytes += pair.BytesSent
				sum.Sent.Packets += uint64(pair.PacketsSent)
				sum.Received.Bytes += pair.BytesReceived
				sum.Received.Packets += uint64(pair.PacketsReceived)
			}
		}
	}
	return sum
}

func follow(order order) (any, error) {
	switch order.Order {
	case "join":
		return nil, join(order.Address, order.Watches)
	case "show":
		mostInSight = order.InSight
		ended = make(chan struct{})
		// Nobody sends before all can: on a slow machine, the others could not connect any more.
		tracks := make([]*lksdk.LocalTrack, len(participants))
		for index, one := range participants {
			track, err := publish(one, order.Camera)
			if err != nil {
				return nil, err
			}
			tracks[index] = track
		}
		for _, track := range tracks {
			go send(track, order.Camera, ended)
		}
		return nil, nil
	case "count tracks":
		return received.Load(), nil
	case "read traffic":
		all := make([]traffic, len(participants))
		var reading sync.WaitGroup
		for index, one := range participants {
			reading.Go(func() { all[index] = readTraffic(one) })
		}
		reading.Wait()
		return all, nil
	case "leave":
		close(ended)
		for _, one := range participants {
			one.room.Disconnect()
		}
		participants = nil
		received.Store(0)
		return nil, nil
	}
	return nil, fmt.Errorf("there is no order %q", order.Order)
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	output := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		var next order
		if err := json.Unmarshal(lines.Bytes(), &next); err != nil {
			panic(err)
		}
		reply, err := follow(next)
		if err != nil {
			panic(err)
		}
		if err := output.Encode(map[string]any{"reply": reply}); err != nil {
			return
		}
	}
}
